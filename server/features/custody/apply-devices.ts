import { device } from '#contract/entities/asset/device/device.ts'
import { applyFlow } from '#contract/entities/custody/apply-flow.ts'
import { type ApplyKind, type HandedKind, handOverSteps, isHanded, isOwnKind } from '#contract/entities/custody/apply-kinds.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { kindForm } from '#contract/kit/entity/form-of-kind.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { apply as raise } from '#server/kit/steps/step.ts'
import { columnName } from '#server/kit/table.ts'
import { addPlain } from '#server/kit/write/add-plain.ts'
import { type CardStep, forCustody, lockCards, refuseUnfit } from './cards.ts'
import { cardName } from './names.ts'
import { holdDevices, releaseDevices } from './public.ts'
import { tellOfReserved } from './tell.ts'

/** The step of the card by which a hand-over ends. */
export const cardSteps: Readonly<Record<HandedKind, CardStep>> = handOverSteps

export const kindOf = (apply: Row): ApplyKind => String(apply.type) as ApplyKind

/** The devices that an application names, in the order of its lines. */
export async function devicesOf(tx: Transaction, apply: Row): Promise<string[]> {
  const { rows } = await tx.run({
    text: 'select device_id from device_apply_item where tenant_id = $1 and apply_id = $2 and device_id is not null order by place',
    values: [tx.tenantId, apply.id],
  })
  return rows.map((row) => String(row.device_id))
}

/** Refuses cards outside the person's departments: only who has a device gives it away. */
async function refuseForeign(context: Context, tx: Transaction, cards: readonly Row[]): Promise<void> {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = any(${into.add(cards.map((card) => card.id))}::uuid[])`
  const scope = scopeSql(device, context.actor, 't', into)
  if (!scope) return
  const { rows } = await tx.run({ text: `select t.id from device t where ${where} and ${scope}`, values: into.values })
  const seen = new Set(rows.map((row) => row.id))
  const foreign = cards.find((card) => !seen.has(card.id))
  if (foreign)
    throw new Refusal('rule', {
      zh: `设备“${cardName(foreign)}”不属于您的科室，不能申请`,
      en: `“${cardName(foreign)}” does not belong to your departments`,
    })
}

/** Refuses a device that is where it is asked to go. */
function refuseSamePlace(apply: Row, cards: readonly Row[]): void {
  const here = cards.find((card) => card.use_dept_id === apply.use_dept_id && card.eam_status !== 'in_stock')
  if (here && (apply.type === 'borrow' || apply.type === 'allot'))
    throw new Refusal('rule', {
      zh: `设备“${cardName(here)}”已在该科室，请选择其他使用科室`,
      en: `“${cardName(here)}” is in that department already. Choose another one`,
    })
}

/** Puts the devices of an application on it, where its kind keeps them from other applications. */
export async function holdOf(context: Context, tx: Transaction, apply: Row): Promise<void> {
  const kind = kindOf(apply)
  if (!isHanded(kind)) return
  const ids = await devicesOf(tx, apply)
  const cards = await lockCards(context, tx, ids)
  await holdDevices(context, tx, { entity: deviceApply.name, id: String(apply.id), no: String(apply.apply_no), kind }, ids)
  if (kind === 'regain') await refuseForeign(context, tx, cards)
  refuseSamePlace(apply, cards)
  await refuseUnfit(tx, cards, cardSteps[kind])
}

/** Frees the devices of an application that comes to nothing. */
export const freeOf = (tx: Transaction, apply: Row): void => releaseDevices(tx, { entity: deviceApply.name, id: String(apply.id) })

/** The uses that an approved application reserves: one for each device. */
export async function reserveOf(context: Context, tx: Transaction, apply: Row): Promise<void> {
  const kind = kindOf(apply)
  if (!isHanded(kind)) return
  const cards = await lockCards(context, tx, await devicesOf(tx, apply))
  const drafts = cards.map((card) => ({
    eventType: kind,
    cardId: card.id,
    applyId: apply.id,
    fromDeptId: card.use_dept_id,
    toDeptId: apply.use_dept_id,
    atDeptId: card.use_dept_id,
    fromLocationId: card.location_id,
    toLocationId: apply.use_location_id,
    toKeeperId: apply.keeper_id,
    applicantId: apply.applicant_id,
    borrowTime: kind === 'borrow' ? apply.borrow_time : null,
    returnTime: kind === 'borrow' ? apply.return_time : null,
  }))
  const ids = await addPlain(context.actor.settings.view(deviceUse), { ...forCustody(context), carries: true }, tx, drafts)
  tellOfReserved(
    context,
    tx,
    apply,
    cards.map((card, at) => ({ useId: ids[at]!, card })),
  )
}

const open = ['reserved', 'handed', 'received', 'returning']

/** Whether a use still has to go on: a loan until it is taken back, anything else until it is received. */
export const isOpenUse = (use: Row): boolean =>
  open.includes(String(use.status)) && (use.event_type === 'borrow' || use.status !== 'received')

/**
 * The uses of a locked application, locked by the rule of custody. Refuses while one of them is being handed over: that act locks its use before the
 * application, so waiting for it here would let both wait for each other.
 */
export async function usesOf(context: Context, tx: Transaction, applyId: unknown): Promise<Row[]> {
  const { rows } = await tx.run({
    text: 'select id from device_use where tenant_id = $1 and apply_id = $2 and not is_deleted',
    values: [tx.tenantId, applyId],
  })
  const ids = rows.map((row) => row.id)
  const locked = await lockByRule(deviceUse, forCustody(context), tx, ids, { free: true })
  if (locked.length !== ids.length)
    throw new Refusal('conflict', { zh: '有设备正在交接，请稍后再试', en: 'A device is being handed over. Try again in a moment' })
  return locked
}

/** After a hand-over: the application is in progress, and finished with its last use. The device is free again when its own use ends. */
export async function followUse(context: Context, tx: Transaction, use: Row, isOver: boolean): Promise<void> {
  if (!use.apply_id) return
  const by = forCustody(context)
  const [apply] = await lockByRule(deviceApply, by, tx, [use.apply_id])
  if (!apply) return
  if (isOver) releaseDevices(tx, { entity: deviceApply.name, id: String(apply.id) }, [String(use.card_id)])
  if (apply.status === 'approved' && use.status !== 'cancelled') await raise(applyFlow, 'handOver', by, tx, apply)
  if (!isOver || apply.status !== 'executing') return
  const { rows } = await tx.run({
    text: `select id, status, event_type from device_use where tenant_id = $1 and apply_id = $2 and not is_deleted and id <> $3`,
    values: [tx.tenantId, apply.id, use.id],
  })
  if (!rows.some(isOpenUse)) await raise(applyFlow, 'finish', by, tx, apply)
}

/** What an application of a kind has to say before it is submitted. */
export function refuseIncomplete(apply: Row, lines: number): void {
  const kind = kindOf(apply)
  const problems = (kindForm(deviceApply.forms, kind)?.needs ?? []).flatMap((name) => {
    const field = deviceApply.fields[name as keyof typeof deviceApply.fields]
    return apply[columnName(name, field)] ? [] : [{ field: wireName(name, field), label: field, rule: 'required' as const }]
  })
  if (problems.length > 0) throw refusalOf(problems)
  const isCheck = kind === 'check'
  if (lines === 0 && !isOwnKind(kind) && !(isCheck && (apply.statistical_range || apply.location_id)))
    throw new Refusal('rule', { zh: '请至少填写一行申请明细', en: 'The application needs at least one line' })
  if (kind === 'borrow' && Date.parse(String(apply.return_time)) <= Math.max(Date.parse(String(apply.borrow_time)), Date.now()))
    throw new Refusal('rule', {
      zh: '归还时间须晚于借用时间和当前时间',
      en: 'The return must be later than the start of the loan and in the future',
    })
}
