// What a Loom node is called: the chapter that begins at it, its bookmark, its tags.
import { isJsonObject, stringField, type JsonObject, type JsonValue } from '../json/json.ts'

export interface LoomMarks {
  readonly chapters: JsonObject
  readonly canonical: ReadonlySet<JsonValue>
}

export function marksOf(file: JsonObject): LoomMarks {
  const { chapters, canonical } = file
  return {
    chapters: isJsonObject(chapters) ? chapters : {},
    canonical: new Set(Array.isArray(canonical) ? canonical : []),
  }
}

/** All of it as one label, since an entry has one; undefined when there is none. */
export function labelOf(value: JsonObject, { chapters, canonical }: LoomMarks): string | undefined {
  const chapterId = stringField(value, 'chapter_id')
  const chapter = chapterId !== undefined && Object.hasOwn(chapters, chapterId) ? chapters[chapterId] : undefined
  const title = isJsonObject(chapter) ? (stringField(chapter, 'title') ?? '') : ''
  const { tags, id } = value
  const names = [
    title,
    ...(value['bookmark'] === true ? ['bookmark'] : []),
    ...(id !== undefined && canonical.has(id) ? ['canonical'] : []),
    ...(Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []),
  ].filter((name) => name.trim() !== '')
  return names.length === 0 ? undefined : [...new Set(names)].join(', ')
}
