import { nominalValue } from '#contract/depreciation/depreciation-card.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { openBorrowingStates } from '#contract/entities/pool/borrowing-states.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { refuseStopped } from '#server/features/asset/public.ts'
import type { Context } from '#server/kit/context.ts'

/** The states of cards that are split: the device is where its card says and waits for no one. */
const splittable: readonly unknown[] = ['in_use', 'in_stock']

const rule = ({ zh, en }: Words): Refusal => new Refusal('rule', { zh, en })

/** What is open of a device, in words by the kind of the query below. */
const openWords: Readonly<Record<string, Words>> = {
  hold: { zh: '未结束的申请', en: 'the open application' },
  request: { zh: '尚未审批的变更申请', en: 'the change request that awaits approval' },
  repair: { zh: '未完成的维修', en: 'the open repair' },
  borrowing: { zh: '未结束的共享借用', en: 'the open borrowing' },
  check: { zh: '进行中的盘点', en: 'the running check' },
  recall: { zh: '未处理的厂家召回', en: 'the unhandled recall' },
}

/** Refuses to split by a value that the hospital hides: the sentences about it would tell it. */
export function refuseHidden({ actor }: Context): void {
  const { zh, en } = device.fields.originalValue
  if ('originalValue' in actor.settings.view(device).fields) return
  throw rule({ zh: `“${zh}”已被隐藏，不能按原值拆分设备卡`, en: `“${en}” is hidden, so cards cannot be split by it` })
}

/** Refuses a card that cannot be split now: not filed, gone, without a value, or on something that is open; the sentence says which. */
export async function refuseUnsplittable(tx: Transaction, card: Row): Promise<void> {
  const of = `${card.device_name} ${card.device_code ?? ''}`.trim()
  if (card.filing_status !== 'filed')
    throw rule({ zh: `设备“${of}”尚未建档，请直接修改卡片`, en: `“${of}” is not filed yet. Edit the card instead` })
  if (!splittable.includes(card.eam_status)) {
    const { zh, en } = device.fields.eamStatus.of[card.eam_status as 'lent']
    throw rule({ zh: `设备“${of}”当前状态为“${zh}”，不能拆分`, en: `“${of}” is “${en}”, so its card cannot be split` })
  }
  await refuseStopped(tx, [card.id])
  if (card.original_value === null || cents(card.original_value) <= nominalValue)
    throw rule({
      zh: `设备“${of}”没有可拆分的原值（原值为空，或为名义金额）`,
      en: `“${of}” has no value to split: it is empty or nominal`,
    })
  const { rows } = await tx.run({
    text: `select 'hold' as kind, h.apply_no as no from device_hold h where h.tenant_id = $1 and h.device_id = $2
      union all select 'request', u.request_title from card_field_update u where u.tenant_id = $1 and u.device_id = $2 and u.request_status = 'submitted' and not u.is_deleted
      union all select 'repair', o.order_no from repair_order o where o.tenant_id = $1 and o.device_id = $2 and o.repair_status = any($3::text[]) and not o.is_deleted
      union all select 'borrowing', b.borrowing_no from shared_borrowing b where b.tenant_id = $1 and b.device_id = $2 and b.borrowing_status = any($4::text[]) and not b.is_deleted
      union all select 'check', c.check_title from check_line l join check_task c on c.tenant_id = l.tenant_id and c.id = l.check_id
        where l.tenant_id = $1 and l.device_id = $2 and c.check_status = 'open' and not c.is_deleted
      union all select 'recall', c.recall_no from recall_device r join recall c on c.tenant_id = r.tenant_id and c.id = r.recall_id
        where r.tenant_id = $1 and r.device_id = $2 and r.case_state = 'waiting'
      limit 1`,
    values: [tx.tenantId, card.id, [...openRepairStates], [...openBorrowingStates]],
  })
  const open = rows[0]
  if (!open) return
  const { zh, en } = openWords[String(open.kind)]!
  throw rule({
    zh: `设备“${of}”有${zh}“${open.no}”，请先结束再拆分`,
    en: `“${of}” is on ${en} “${open.no}”. End that first, then split the card`,
  })
}

/** The values of all parts in cents, the original first with what the others leave. Refuses parts that take everything, and nominal values. */
export function valuesOf(card: Row, taken: readonly bigint[]): bigint[] {
  const total = cents(card.original_value)
  const rest = taken.reduce((left, one) => left - one, total)
  if (rest <= 0n)
    throw rule({
      zh: `拆出的原值合计 ${decimalText(total - rest, 2)}，应小于原值 ${decimalText(total, 2)}，原设备卡须留有余额`,
      en: `The new cards take ${decimalText(total - rest, 2)} in all. It must be less than the value of ${decimalText(total, 2)}, so that the original card keeps some`,
    })
  const values = [rest, ...taken]
  if (values.includes(nominalValue))
    throw rule({
      zh: '每张卡的原值不能为 1.00（名义金额，不计提折旧）',
      en: 'No card may have the value 1.00, which is nominal and not depreciated',
    })
  return values
}
