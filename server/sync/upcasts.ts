import { type PushOp, SYNC_SCHEMA } from '#contract/sync/sync.ts'

/** Converts the content of an operation of one contract version to the next. */
export type Upcast = (op: PushOp) => Pick<PushOp, 'body'> & Partial<Pick<PushOp, 'kind' | 'target' | 'base'>>

/**
 * By the contract version an operation was written under, then by kind; what is not named here means the same in the next version. A kind that was given
 * another name stays here under the old one for as long as phones may hold it.
 */
export const upcasts: Readonly<Record<number, Readonly<Record<string, Upcast>>>> = {}

/** An operation in the words of this program. Its id and fingerprint stay, for they are how the phone knows it. */
export function upcast(op: PushOp, table = upcasts, to = SYNC_SCHEMA): PushOp {
  let now = op
  for (let schema = op.schema; schema < to; schema++) {
    const next = table[schema]?.[now.kind]
    now = { ...now, ...next?.(now), schema: schema + 1 }
  }
  return now
}
