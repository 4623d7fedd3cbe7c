// What programs print to steer a terminal: nothing that anyone reads.

// A terminal's own sequences: colours and cursor moves (CSI), titles and links (OSC).
// reason: they begin with the escape character, and it is looked for on purpose
// oxlint-disable-next-line no-control-regex
const TERMINAL = /\u001B\[[0-9;:?]*[ -/]*[@-~]|\u001B\][^\u0007\u001B]*(?:\u0007|\u001B\\)/g

/** The text without sequences that steer a terminal. Other control characters stay. */
export function withoutTerminalCodes(text: string): string {
  return text.replaceAll(TERMINAL, '')
}
