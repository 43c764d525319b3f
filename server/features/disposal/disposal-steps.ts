import { disposalApproval } from '#contract/entities/disposal/disposal-approval.ts'
import { disposalFlow } from '#contract/entities/disposal/disposal-flow.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cents, decimalText } from '#contract/kit/fields/amount.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { endApproval } from '#server/features/flow/public.ts'
import { writeOffDevices } from '#server/features/ledger/public.ts'
import { mayCall } from '#server/kit/access/access.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { type StepGiven, step } from '#server/kit/steps/step.ts'
import { deviceIdsOf, disposeCards, freeCards, holdCards, posting } from './disposal-cards.ts'
import { cardsOf, refuseOwnership } from './disposal-hooks.ts'
import { needsSuperior } from './superior-limit.ts'
import { tellAbsent } from './tell.ts'

/** Nothing is left of an earlier run of an application that is declared again. */
const untouched = {
  appraisal: null,
  appraised_by_id: null,
  appraised_at: null,
  decision: null,
  decision_note: null,
  audit_opinion: null,
  audited_by_id: null,
  audited_at: null,
  superior_no: null,
  superior_date: null,
  superior_scan: null,
  write_off_month: null,
  write_off_voucher: null,
}

/** Writes what the cards say now beside the devices: a draft may be older than their values and owners, and limits are measured by these. Answers the original value of all. */
async function valuedNow(tx: Transaction, row: Row): Promise<string | null> {
  const cards = await cardsOf(tx, await deviceIdsOf(tx, row))
  refuseOwnership(cards, row.disposal_type)
  const each = [...cards.values()]
  await tx.run({
    text: `update disposal_line l set device_code = v.device_code, assets_code = v.assets_code, original_value = v.original_value, net_value = v.net_value,
        version = l.version + 1, updated_at = now()
      from jsonb_to_recordset($3::jsonb) v(id uuid, device_code text, assets_code text, original_value numeric, net_value numeric)
      where l.tenant_id = $1 and l.disposal_id = $2 and l.device_id = v.id and (l.device_code, l.assets_code, l.original_value, l.net_value)
        is distinct from (v.device_code, v.assets_code, v.original_value, v.net_value)`,
    values: [tx.tenantId, row.id, JSON.stringify(each)],
  })
  const known = each.filter((card) => card.original_value !== null)
  return known.length > 0
    ? decimalText(
        known.reduce((sum, card) => sum + cents(card.original_value), 0n),
        2,
      )
    : null
}

step(disposalFlow, 'declare', async ({ context, tx, row, changes }) => {
  await holdCards(context, tx, row)
  const total = await valuedNow(tx, row)
  if (total !== (row.original_total ?? null)) changes.originalTotal = { from: row.original_total ?? null, to: total }
  return {
    ...untouched,
    declared_at: context.occurredAt,
    original_total: total,
    superior_needed: (await needsSuperior(tx, total)) ? 1 : 0,
  }
})

/** Writes the prices that the appraisal found, and answers their sum over all devices. */
async function priced(tx: Transaction, { row, input }: StepGiven): Promise<string | null> {
  const given = (input.prices ?? []) as { deviceId: string; approvePrice: string }[]
  if (given.length > 0) {
    const { rowCount } = await tx.run({
      text: `update disposal_line l set approve_price = v.price, version = l.version + 1, updated_at = now()
        from unnest($3::uuid[], $4::numeric[]) v(device, price) where l.tenant_id = $1 and l.disposal_id = $2 and l.device_id = v.device`,
      values: [tx.tenantId, row.id, given.map((one) => one.deviceId), given.map((one) => one.approvePrice)],
    })
    if (rowCount !== new Set(given.map((one) => one.deviceId)).size || rowCount !== given.length)
      throw refusalOf([{ field: 'prices', label: disposalFlow.steps.appraise.input.prices, rule: 'absent' }])
  }
  const { rows } = await tx.run({
    text: 'select sum(approve_price)::text as total from disposal_line where tenant_id = $1 and disposal_id = $2',
    values: [tx.tenantId, row.id],
  })
  return rows[0]?.total ? String(rows[0].total) : null
}

step(disposalFlow, 'appraise', async (given) => {
  const { context, tx, input } = given
  return {
    approve_price: await priced(tx, given),
    appraisal: input.appraisal,
    appraised_by_id: context.actor.userId,
    appraised_at: context.occurredAt,
  }
})

step(disposalFlow, 'decideYes', async ({ row, input }) => {
  if (!row.appraised_at)
    throw new Refusal('rule', { zh: '请先做技术鉴定，再决定是否处置', en: 'Complete the technical appraisal before the decision' })
  return { decision: 'yes', decision_note: input.opinion ?? null }
})

step(disposalFlow, 'decideNo', async ({ context, tx, row, input }) => {
  await freeCards(context, tx, row)
  return { decision: 'no', decision_note: input.opinion ?? null }
})

const audited = ({ context, input }: StepGiven) => ({
  audit_opinion: input.opinion ?? null,
  audited_by_id: context.actor.userId,
  audited_at: context.occurredAt,
})

step(disposalFlow, 'agree', async (given) => {
  const { context, tx, row, input } = given
  tellAbsent(context, tx, row, 'disposal_approved', input.opinion)
  return audited(given)
})

step(disposalFlow, 'refuse', async (given) => {
  const { context, tx, row, input } = given
  await freeCards(context, tx, row)
  tellAbsent(context, tx, row, 'disposal_rejected', input.opinion)
  return audited(given)
})

step(disposalFlow, 'superior', async ({ input }) => {
  const scans = (input.superiorScan ?? []) as readonly string[]
  if (scans.length === 0)
    throw refusalOf([{ field: 'superiorScan', label: disposalFlow.steps.superior.input.superiorScan, rule: 'required' }])
  return { superior_no: input.superiorNo, superior_date: input.superiorDate, superior_scan: scans }
})

/** Refuses to go on where the superior authority has not answered yet. */
function refuseWithoutSuperior(row: Row): void {
  if (row.superior_needed === 1 && !row.superior_no)
    throw new Refusal('rule', {
      zh: '原值达到限额，须先登记上级主管部门的批复（文号和扫描件）',
      en: 'The original value reaches the limit. Record the superior authority’s approval (document number and scan) first',
    })
}

step(disposalFlow, 'writeOff', async ({ context, tx, row, input }) => {
  refuseWithoutSuperior(row)
  const month = `${String(input.writeOffMonth).slice(0, 7)}-01`
  await writeOffDevices(posting(context), tx, await deviceIdsOf(tx, row), month)
  return { write_off_month: month, write_off_voucher: input.writeOffVoucher ?? null }
})

step(disposalFlow, 'execute', async ({ context, tx, row, input }) => {
  refuseWithoutSuperior(row)
  await disposeCards(context, tx, row)
  return {
    executed_at: input.executedAt,
    receiver: input.receiver ?? null,
    proceeds: input.proceeds ?? null,
    costs: input.costs ?? null,
    dis_images: input.disImages ?? null,
    execute_note: input.executeNote ?? null,
  }
})

step(disposalFlow, 'remit', async ({ row, input }) => {
  if (!row.write_off_month) throw new Refusal('rule', { zh: '请先做财务核销，再办结', en: 'Complete the write-off before closing' })
  const net = cents(row.proceeds) - cents(row.costs)
  const most = net > 0n ? net : 0n
  if (cents(input.remitted) > most)
    throw new Refusal('rule', {
      zh: `上缴金额不能超过处置净收入 ${decimalText(most, 2)}`,
      en: `The remitted amount cannot exceed the net proceeds of ${decimalText(most, 2)}`,
    })
  return { remitted: input.remitted, remitted_on: input.remittedOn, remit_voucher: input.remitVoucher ?? null }
})

/** Devices are as before, and a write-off is taken back. */
async function takenBack({ context, tx, row }: StepGiven): Promise<Record<string, unknown>> {
  await freeCards(context, tx, row)
  if (row.write_off_month) await writeOffDevices(posting(context), tx, await deviceIdsOf(tx, row), null)
  return { write_off_month: null, write_off_voucher: null }
}

step(disposalFlow, 'withdraw', takenBack)

step(disposalFlow, 'undo', async (given) => {
  const { context, tx, row } = given
  // What finance has entered is taken back by those who may enter it.
  const { may } = disposalFlow.steps.writeOff
  if (row.write_off_month && !mayCall(context.actor, may, may))
    throw new Refusal('forbidden', { right: { zh: '撤销已核销的处置', en: 'Withdraw a disposal that is written off' } })
  const columns = await takenBack(given)
  if (row.disposal_status === 'in_approval') await endApproval(context, tx, disposalApproval, row.id)
  return columns
})
