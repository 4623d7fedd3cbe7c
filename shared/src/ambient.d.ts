// The few globals that Node and browsers share and `lib: es2024` lacks. Nothing else of a platform is used here.
interface SharedTextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>
  encodeInto(text: string, into: Uint8Array): { readonly read: number; readonly written: number }
}
interface SharedTextDecoder {
  decode(bytes: Uint8Array): string
}
declare const TextEncoder: { new (): SharedTextEncoder }
declare const TextDecoder: {
  new (label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean }): SharedTextDecoder
}
