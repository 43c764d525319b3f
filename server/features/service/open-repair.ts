import { repairOrder } from '#contract/entities/service/repair-order.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Saved, submit } from '#server/kit/write/save.ts'
import { openedFrom } from './repair-hooks.ts'

export interface NewRepair {
  readonly deviceId: string
  readonly faultDescription: string
  readonly isStopped: boolean
  /** The id of the document that opens it. */
  readonly source: string
  readonly urgency?: string | undefined
  /** Unattached files of the person. */
  readonly images?: readonly string[]
  /** Who reported it without an account, and the number to call back. */
  readonly labelReporter?: string | undefined
  readonly reporterPhone?: string | undefined
}

/** Reports a repair within the transaction of another act, as its person; notices and the card's state follow as for any report. */
export async function openRepair(context: Context, tx: Transaction, given: NewRepair): Promise<Saved> {
  const { op: _, rule: __, ...plain } = context
  const { deviceId, faultDescription, isStopped, source, labelReporter, reporterPhone, images = [] } = given
  const view = context.actor.settings.view(repairOrder)
  // A field that the hospital hides takes no value.
  const shows = (name: string): boolean => name in view.fields
  const report: Context = {
    ...plain,
    input: {
      ...{ deviceId, faultDescription, urgency: given.urgency ?? repairOrder.fields.urgency.initial },
      ...((isStopped || shows('isStopped')) && { isStopped: isStopped ? 1 : 0 }),
      ...(images.length > 0 && { images }),
      ...(reporterPhone && shows('reporterPhone') && { reporterPhone }),
    },
  }
  openedFrom.set(report, { source, labelReporter })
  return submit(view, report, tx)
}
