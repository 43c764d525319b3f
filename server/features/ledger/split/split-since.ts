import { lastDay, monthText } from '#contract/depreciation/depreciation-month.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Book } from '../books/book-cards.ts'

/** Refuses to run the latest month of a book again once a card that it charged was split: its lines belong to the whole card. */
export async function refuseSplitSince(tx: Transaction, { id, closed }: Pick<Book, 'id' | 'closed'>): Promise<void> {
  if (closed === undefined) return
  const { rows } = await tx.run({
    text: `select s.split_no, d.device_code from depreciation_split x join device_split s on s.tenant_id = x.tenant_id and s.id = x.split_id
      join device d on d.tenant_id = s.tenant_id and d.id = s.device_id
      where x.tenant_id = $1 and x.rule_id = $2 and x.posted_on = $3::date order by s.split_no limit 1`,
    values: [tx.tenantId, id, lastDay(closed)],
  })
  const split = rows[0]
  if (!split) return
  const month = monthText(closed)
  throw new Refusal('rule', {
    zh: `${month} 结账后设备卡 ${split.device_code} 已拆分（${split.split_no}），不能重新计提；请先撤销拆分，或在下月用冲销更正`,
    en: `The card ${split.device_code} was split after ${month} was closed (${split.split_no}), so the month is not run again. Undo the split first, or correct by an offset`,
  })
}
