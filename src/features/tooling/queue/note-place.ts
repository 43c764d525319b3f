import { NOTE_KIND, type OpTarget } from '#contract/sync/sync.ts'
import type { QueueItem } from '#src/data/outbox/store/queue-model.ts'
import { queuedTitle } from '#src/kit/phone/queue-facts.ts'
import { linksOf } from './queue-names.ts'

/** The record in whose history a refused one can be kept: what it changes, or, where it would have made a row, the first record that it names. */
export function notePlace({ op, state }: Pick<QueueItem, 'op' | 'state'>): OpTarget | undefined {
  if ((state !== 'conflict' && state !== 'rejected') || op.kind === NOTE_KIND || op.current === null) return undefined
  // The person no longer has the record, so that nothing can be kept on it.
  if (op.lastError?.code === 'withdrawn') return undefined
  if (op.baseVersion !== null || op.current) return op.target
  const [named] = linksOf(op).filter(([entity]) => queuedTitle(entity))
  if (named) return { type: named[0], id: named[1] }
  return op.baseOp ? undefined : queuedTitle(op.target.type) ? op.target : undefined
}
