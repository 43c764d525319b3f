import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { deviceSet } from '#contract/entities/asset/sets/device-set.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { labelToken } from '#server/features/place/public.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { record } from '#server/kit/steps/event.ts'
import { afterStep } from '#server/kit/steps/step.ts'
import { followSplits } from '../cards/split-follow.ts'
import { leaveSets } from './leave-sets.ts'

const rule = (zh: string, en: string, field?: string): Refusal =>
  new Refusal('rule', { zh, en }, ...(field === undefined ? [] : ([[{ field }]] as const)))

/** The cards of new members, in the order of their ids, held until the end: one that leaves the department meanwhile waits, and leaves the set. */
async function cardsOf(context: Context, tx: Transaction, ids: readonly unknown[]): Promise<Map<unknown, Row>> {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = any(${into.add(ids)}::uuid[]) and not t.is_deleted`
  const scope = scopeSql(device, context.actor, 't', into)
  const { rows } = await tx.run({
    text: `select t.id, t.device_name, t.device_code, t.eam_status, t.use_dept_id, o.id as set_id, o.set_name
      from device t left join device_set_member m on m.tenant_id = t.tenant_id and m.device_id = t.id
      left join device_set o on o.tenant_id = m.tenant_id and o.id = m.device_set_id
      where ${where}${scope ? ` and ${scope}` : ''} order by t.id for no key update of t`,
    values: into.values,
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Why a card cannot come into a set of a department; one out of sight is refused as absent afterwards. */
function refuseUnfit(card: Row, at: number, deptId: unknown, setId: string): void {
  const field = `members.${at}.deviceId`
  const name = card.device_name
  if (card.eam_status === 'disposed')
    throw rule(`设备“${name}”已处置，不能加入套组`, `“${name}” has been disposed of and cannot join a set`, field)
  if (card.set_id && card.set_id !== setId)
    throw rule(
      `设备“${name}”已在套组“${card.set_name}”中，请先从该套组移出`,
      `“${name}” is in the set “${card.set_name}”. Take it out of that set first`,
      field,
    )
  if (card.use_dept_id !== deptId)
    throw rule(
      `设备“${name}”的使用科室与套组不同，不能加入`,
      `“${name}” belongs to another department than the set and cannot join it`,
      field,
    )
}

/** Fills in what new members say of their cards, and refuses those that cannot come in. */
async function fillMembers(
  context: Context,
  tx: Transaction,
  { id, deptId, lines }: { id: string; deptId: unknown; lines: HookLines },
): Promise<void> {
  if (!lines.members) return
  const { before, after } = lines.members
  const there = new Map(before.map((one) => [one.id, one.deviceId]))
  const coming = after.filter((one) => there.get(one.id) !== one.deviceId)
  if (coming.length === 0) return
  const cards = await cardsOf(
    context,
    tx,
    coming.map(({ deviceId }) => deviceId),
  )
  const today = homeDay(context.occurredAt)
  for (const [at, line] of after.entries()) {
    const card = coming.includes(line) ? cards.get(line.deviceId) : undefined
    if (!card) continue
    refuseUnfit(card, at, deptId, id)
    Object.assign(line, { deviceCode: card.device_code ?? card.device_name, since: today })
  }
}

/** The cards say in their own history which set they joined or left. */
function tellCards(context: Context, tx: Transaction, { id, name, lines }: { id: string; name: unknown; lines: HookLines }): void {
  if (!lines.members) return
  const { before, after } = lines.members
  const [was, is] = [new Set(before.map(({ deviceId }) => deviceId)), new Set(after.map(({ deviceId }) => deviceId))]
  const said = (entityId: unknown, deviceSetId: object): void =>
    void record(context, tx, {
      entity: device.name,
      entityId: String(entityId),
      verb: 'change',
      changes: { deviceSetId: deviceSetId as never },
    })
  for (const one of was) if (!is.has(one)) said(one, { from: id, to: null, fromName: name })
  for (const one of is) if (!was.has(one)) said(one, { from: null, to: id, toName: name })
}

const nameOf = async (tx: Transaction, id: string): Promise<unknown> =>
  (await tx.run({ text: 'select set_name from device_set where tenant_id = $1 and id = $2', values: [tx.tenantId, id] })).rows[0]?.set_name

/** The members of a set whose change names none. */
async function heldMembers(tx: Transaction, id: unknown): Promise<HookLines[string]> {
  const { rows } = await tx.run({
    text: 'select id, device_id as "deviceId" from device_set_member where tenant_id = $1 and device_set_id = $2',
    values: [tx.tenantId, id],
  })
  const held = rows.map((row) => ({ ...row, id: String(row.id) }))
  return { before: held, after: held }
}

hook(deviceSet, {
  async beforeAdd(context, tx, { id, draft, lines }) {
    await fillMembers(context, tx, { id, deptId: draft.deptId, lines })
    return { qr_token: labelToken() }
  },
  async beforeChange(context, tx, { row, draft, lines }) {
    const { before, after } = lines.members ?? (await heldMembers(tx, row.id))
    const isInactive = draft.isInactive === undefined ? row.is_inactive === 1 : draft.isInactive === 1
    if (isInactive && after.length > 0)
      throw rule(
        '停用套组前请先移出其中的设备，设备才能加入其他套组',
        'Take the devices out before you make the set inactive, so that they can join another one',
        'isInactive',
      )
    const deptId = draft.deptId ?? row.dept_id
    const stays = after.filter((line) => before.some((one) => one.id === line.id))
    if (deptId !== row.dept_id && stays.length > 0)
      throw rule(
        '套组内还有原科室的设备，请先移出再更换科室',
        'The set still holds devices of its department. Take them out before you change it',
        'deptId',
      )
    await fillMembers(context, tx, { id: String(row.id), deptId, lines })
    return undefined
  },
  async afterSave(context, tx, { id, draft, lines }) {
    tellCards(context, tx, { id, name: draft.setName ?? (await nameOf(tx, id)), lines })
  },
  async beforeRemove(context, tx, { rows }) {
    for (const row of rows) {
      const { rows: gone } = await tx.run({
        text: 'delete from device_set_member where tenant_id = $1 and device_set_id = $2 returning device_id',
        values: [tx.tenantId, row.id],
        once: true,
      })
      const before = gone.map(({ device_id }) => ({ id: String(device_id), deviceId: device_id }))
      tellCards(context, tx, { id: String(row.id), name: row.set_name, lines: { members: { before, after: [] } } })
    }
  },
})

// A card that goes to another department or out of the hospital leaves its set with every act that takes it there.
for (const name of ['receive', 'regain', 'allot', 'dispose'] as const)
  afterStep(deviceState, name, ({ context, tx, row }) => leaveSets(context, tx, [row.id]))

hook(
  device,
  {
    async afterSave(context, tx, { id, draft, isNew }) {
      if (!isNew && 'useDeptId' in draft) await leaveSets(context, tx, [id])
    },
    async beforeRemove(context, tx, { rows }) {
      await leaveSets(
        context,
        tx,
        rows.map(({ id }) => id),
        'removed',
      )
    },
  },
  35,
)

// What is left of a divided device is not what the set was put together with.
followSplits({ follow: (context, tx, card) => leaveSets(context, tx, [card.id], 'split') })
