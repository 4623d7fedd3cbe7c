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

/** Where an item stands: below a key of a root, or after another item, whose place it then shares. */
export type ItemPlace =
  | { readonly root: string; readonly key: string }
  | { readonly origin: { readonly client: number; readonly clock: number } }

export interface DeletedStruct {
  readonly kind: 'deleted'
  readonly clock: number
  readonly length: number
  readonly place: ItemPlace
}

export interface ValueStruct {
  readonly kind: 'value'
  readonly clock: number
  readonly length: 1
  readonly place: ItemPlace
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
