// A moment written into a text, so that whoever sees it arrive knows who wrote it and when, in another process too, and
// also in the bytes of an update that was never decoded: `#@`, nine signs of time, two of the writer.

/** `writer`: a small number of the client that wrote it. `atUs`: microseconds of the machine's monotonic clock. */
export type OnStamp = (writer: number, atUs: number) => void

export const MAX_WRITERS = 36 ** 2

const MARK = '#@'
const TIME_SIGNS = 9
const WRITER_SIGNS = 2
const TIME_AT = MARK.length
const WRITER_AT = TIME_AT + TIME_SIGNS
const LENGTH = WRITER_AT + WRITER_SIGNS
const SIGNS = /^[\da-z]+$/

/** Microseconds of a clock that all processes of the machine share. */
export function nowUs(): number {
  return Number(process.hrtime.bigint() / 1000n)
}

export function stamp(writer: number, atUs: number): string {
  return MARK + atUs.toString(36).padStart(TIME_SIGNS, '0') + writer.toString(36).padStart(WRITER_SIGNS, '0')
}

/** Calls back with every stamp in a text, in order. */
export function readStamps(text: string, onStamp: OnStamp): void {
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + MARK.length))
    readOne(text.slice(at, at + LENGTH), onStamp)
}

/** As `readStamps`, in the bytes of a frame. */
export function readStampsInBytes(bytes: Buffer, onStamp: OnStamp): void {
  for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + MARK.length))
    readOne(bytes.toString('latin1', at, at + LENGTH), onStamp)
}

function readOne(signs: string, onStamp: OnStamp): void {
  if (signs.length < LENGTH || !SIGNS.test(signs.slice(TIME_AT))) return
  onStamp(Number.parseInt(signs.slice(WRITER_AT), 36), Number.parseInt(signs.slice(TIME_AT, WRITER_AT), 36))
}
