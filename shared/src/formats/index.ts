// File formats, as `@coppice/shared/formats`: importing files of other tools, exporting sessions. Pure, no I/O.
export type { ImportedSession } from './format.ts'
export type { ImportReport, Note } from './import-report.ts'
export { detectFormat, importFile, type ImportOptions } from './import-file.ts'
export { FORMATS, type FormatName } from './readers.ts'
export { exportPi, type PiExportMeta, type PiExportOptions } from './pi/export-pi.ts'
export { exportMarkdown, type MarkdownOptions } from './markdown/export-markdown.ts'
export { exportCoppiceJson, type CoppiceJsonMeta } from './coppice-json/export-coppice-json.ts'
export { exportHtml, type HtmlOptions } from './html/export-html.ts'
