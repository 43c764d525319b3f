import { DISCARD_KIND, NOTE_KIND } from '#contract/sync/sync.ts'
import { FILE_KIND } from '#contract/sync/sync-blobs.ts'
import type { Op } from './op.ts'

export type Row = Record<string, unknown>

/** The phone's behaviour for one kind of op. */
export interface Kind {
  kind: string
  /** Applies the op to the row; undefined when the op removes it. Pure and idempotent. */
  reduce?: (row: Row | undefined, op: Op) => Row | undefined
  /** May overtake an op of its lane that waits for a person. */
  commutative?: boolean
  /** Builds on earlier writes of this phone to the row, even when the row has no version yet because the phone created it. */
  builds?: boolean
  /** A later op is merged, field by field, into an unsent earlier one on the same target. */
  lastWrite?: boolean
}

export type KindBook = ReadonlyMap<string, Kind>

/** The kinds that a program supports; an op of any other kind waits for an update. */
export const kindBook = (kinds: readonly Kind[]): KindBook => {
  const always: Kind[] = [{ kind: DISCARD_KIND }, { kind: FILE_KIND }, { kind: NOTE_KIND, commutative: true }]
  return new Map([...always, ...kinds].map((kind) => [kind.kind, kind]))
}

/** Reducer that sets the fields of the body, as a submit does. */
export const setFields = (row: Row | undefined, op: Op): Row => ({ ...row, ...(op.body as Row), id: op.target.id })

/** Reducer that removes the row. */
export const removeRow = (): undefined => undefined
