// A frame of ours that carries JSON: type(varUint) body(varString).
import * as decoding from 'lib0/decoding'
import * as encoding from 'lib0/encoding'
import type { z } from 'zod'

export function encodeJsonFrame(type: number, body: unknown): Uint8Array {
  const encoder = encoding.createEncoder()
  encoding.writeVarUint(encoder, type)
  encoding.writeVarString(encoder, JSON.stringify(body))
  return encoding.toUint8Array(encoder)
}

/** Reads the body after the message type and checks it. Throws on malformed JSON or a wrong shape. */
export function decodeJsonBody<S extends z.ZodType>(decoder: decoding.Decoder, schema: S): z.infer<S> {
  return schema.parse(JSON.parse(decoding.readVarString(decoder)))
}
