import { DISCARD_KIND, NOTE_KIND } from '#contract/sync.ts'
import { FILE_KIND } from '#contract/sync-blobs.ts'
import type { Op } from './op.ts'

export type Row = Record<string, unknown>

/** What this program knows of one kind of op. */
export interface Kind {
  kind: string
  /** The row as it will be once the op is done; undefined: there is none. Pure, and the same when applied twice. */
  reduce?: (row: Row | undefined, op: Op) => Row | undefined
  /** May pass an op of its lane that waits for a person. */
  commutative?: boolean
  /** Builds on what this phone wrote to the row before, even when the row has no version here yet because the phone created it. */
  builds?: boolean
  /** A later one replaces an unsent earlier one on the same target, field by field. */
  lastWrite?: boolean
}

export type KindBook = ReadonlyMap<string, Kind>

/** The kinds a program knows; an op of any other kind waits for an update. */
export const kindBook = (kinds: readonly Kind[]): KindBook => {
  const always: Kind[] = [{ kind: DISCARD_KIND }, { kind: FILE_KIND }, { kind: NOTE_KIND, commutative: true }]
  return new Map([...always, ...kinds].map((kind) => [kind.kind, kind]))
}

/** Reducer of a write that sets the fields of its body, as a submit does. */
export const setFields = (row: Row | undefined, op: Op): Row => ({ ...row, ...(op.body as Row), id: op.target.id })

/** Reducer of a removal. */
export const removeRow = (): undefined => undefined
