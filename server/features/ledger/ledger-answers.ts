import { runReconciliation } from '#contract/calls/check/reconciliation.ts'
import {
  accrualAll,
  cardForecast,
  createRecord,
  monthVoucher,
  removeOpenings,
  repeatRecord,
  ruleOfTenant,
  submitOffsets,
  submitOpening,
} from '#contract/calls/ledger/depreciation.ts'
import { depreciationOffset } from '#contract/entities/ledger/depreciation-offset.ts'
import { deviceDepreciation } from '#contract/entities/ledger/device-depreciation.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { idsOf, read } from '#server/kit/refuse.ts'
import { type Saved, submit } from '#server/kit/write/save.ts'
import { bookOf, bookQuery } from './books/books.ts'
import { reconcile } from './books/reconcile.ts'
import { voucherFile } from './books/voucher.ts'
import { cardProgress } from './close/card-progress.ts'
import { startAll, startClose, startRepeat } from './close/start-close.ts'
import { ruleRow } from './rule-row.ts'

/** Saves a card in the books as its form would: with the right, the scope, the checks and the history of that. */
const saveCard = (context: Context, tx: Transaction, input: Raw): Promise<Saved> =>
  submit(context.actor.settings.view(deviceDepreciation), { ...context, input }, tx)

async function enterOpening(context: Context, tx: Transaction): Promise<Saved> {
  const { deviceId, ruleId, amount } = read(submitOpening.input, context.input) as {
    deviceId: string
    ruleId?: string | null
    amount: string
  }
  const book = bookOf((await tx.run(bookQuery(tx.tenantId, ruleId))).rows[0])
  const { rows } = await tx.run({
    text: 'select id from device_depreciation where tenant_id = $1 and rule_id = $2 and device_id = $3',
    values: [tx.tenantId, book.id, deviceId],
  })
  return saveCard(context, tx, rows[0] ? { id: rows[0].id, openingAmount: amount } : { deviceId, ruleId: book.id, openingAmount: amount })
}

async function takeBackOpenings(context: Context, tx: Transaction): Promise<boolean> {
  for (const id of idsOf(context)) await saveCard(context, tx, { id, openingAmount: null })
  return true
}

async function enterOffsets(context: Context, tx: Transaction): Promise<Saved[]> {
  const { offsets } = read(submitOffsets.input, context.input) as { offsets: Raw[] }
  const view = context.actor.settings.view(depreciationOffset)
  const saved = new Map<Raw, Saved>()
  // In one order, so that two batches do not wait for each other.
  for (const input of offsets.toSorted((one, next) => String(one.deviceId).localeCompare(String(next.deviceId))))
    saved.set(input, await submit(view, { ...context, input }, tx))
  return offsets.map((input) => saved.get(input)!)
}

export const ledgerAnswers: readonly Answer[] = [
  answer(ruleOfTenant, { read: ruleRow }),
  answer(createRecord, { write: startClose }),
  answer(repeatRecord, { write: startRepeat }),
  answer(accrualAll, { write: startAll }),
  answer(submitOpening, { write: enterOpening }),
  answer(removeOpenings, { write: takeBackOpenings }),
  answer(submitOffsets, { write: enterOffsets }),
  answer(cardForecast, { read: cardProgress }),
  answer(monthVoucher, { read: voucherFile }),
  answer(runReconciliation, { write: reconcile }),
]
