// The structs of an update that the record can hold, as the reader gives them.

/** A garbage-collected range: content and place are gone. */
export interface GcStruct {
  readonly kind: 'gc'
  readonly clock: number
  readonly length: number
}

/** A range that the sender did not send. */
export interface SkipStruct {
  readonly kind: 'skip'
  readonly clock: number
  readonly length: number
}

/** `root` and `key` are null for an item with an origin: the update says its place only through the origin. */
interface ItemPlace {
  readonly clock: number
  readonly root: string | null
  readonly key: string | null
}

export interface DeletedStruct extends ItemPlace {
  readonly kind: 'deleted'
  readonly length: number
}

export interface ValueStruct extends ItemPlace {
  readonly kind: 'value'
  readonly length: 1
  readonly value: unknown
}

export type Struct = GcStruct | SkipStruct | DeletedStruct | ValueStruct

/** All structs of one clientID: each begins where the one before it ends. */
export interface ClientStructs {
  readonly clientId: number
  readonly structs: readonly Struct[]
}

export interface DeleteRange {
  readonly clientId: number
  readonly clock: number
  readonly length: number
}

export interface DecodedUpdate {
  readonly clients: readonly ClientStructs[]
  readonly deletes: readonly DeleteRange[]
}
