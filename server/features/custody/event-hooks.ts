import { applyFlow } from '#contract/entities/custody/apply-flow.ts'
import { givesOut } from '#contract/entities/custody/apply-kinds.ts'
import { deviceApply } from '#contract/entities/custody/device-apply.ts'
import { eventProcess } from '#contract/entities/custody/event-process.ts'
import { eventTypeConfig } from '#contract/entities/custody/event-type-config.ts'
import { demandable } from '#contract/entities/custody/event-type-fields.ts'
import { belongsTo, calledOf } from '#contract/kit/entity/form-of-kind.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { refuseStopped } from '#server/features/asset/public.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { step } from '#server/kit/steps/step.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { refuseClosedKind, refuseLacking } from './event-config.ts'

/** Refuses a second configuration of a kind for the same department and category. */
async function refuseSecond(tx: Transaction, given: Readonly<Record<string, unknown>>, id: unknown): Promise<void> {
  // Two people at once write one after the other.
  takeNamedLock(tx, `event config ${tx.tenantId} ${given.eventType}`)
  const { rows } = await tx.run({
    text: `select config_name from event_type_config where tenant_id = $1 and event_type = $2 and dept_id is not distinct from $3::uuid
      and category_id is not distinct from $4::uuid and id is distinct from $5::uuid and not is_deleted limit 1`,
    values: [tx.tenantId, given.eventType, given.deptId ?? null, given.categoryId ?? null, id],
  })
  if (rows[0])
    throw new Refusal('conflict', {
      zh: `该申请类型、科室和分类已有配置“${rows[0].config_name}”`,
      en: `This type, department and category already have the configuration “${rows[0].config_name}”`,
    })
}

/** Refuses to require what applications of the kind do not have. */
function refuseUnasked(context: Context, type: unknown, required: unknown): void {
  const belongs = belongsTo(deviceApply.forms, type)
  const unasked = demandable.filter((name) => ((required ?? []) as string[]).includes(name) && !belongs(name, deviceApply.fields[name]))
  if (unasked.length === 0) return
  const limit = calledOf(context.actor.settings.view(deviceApply), String(type))[context.language]
  throw refusalOf(unasked.map((name) => ({ field: 'requiredFields', label: deviceApply.fields[name], rule: 'not_of_kind', limit })))
}

hook(eventTypeConfig, {
  async beforeAdd(context, tx, { draft }) {
    refuseUnasked(context, draft.eventType, draft.requiredFields)
    await refuseSecond(tx, draft, null)
    return undefined
  },
  async beforeChange(context, tx, { row, draft }) {
    if (draft.eventType !== undefined || draft.requiredFields !== undefined)
      refuseUnasked(context, draft.eventType ?? row.event_type, draft.requiredFields ?? row.required_fields)
    await refuseSecond(tx, { eventType: row.event_type, deptId: row.dept_id, categoryId: row.category_id, ...draft }, row.id)
    return undefined
  },
})

const devicesIn = (lines: HookLines): unknown[] => (lines.lines?.after ?? []).flatMap(({ deviceId }) => (deviceId ? [deviceId] : []))

/** Refuses stopped devices where they are chosen to be given out. A draft from a phone is kept; submitting it is refused. */
async function refuseStoppedIn(context: Context, tx: Transaction, type: unknown, lines: HookLines): Promise<void> {
  const before = new Set((lines.lines?.before ?? []).map((line) => line.deviceId))
  if (!context.op && givesOut(type))
    await refuseStopped(
      tx,
      devicesIn(lines).filter((id) => !before.has(id)),
    )
}

// What a kind is closed for is said with the draft, before a person fills in more of it.
hook(
  deviceApply,
  {
    async beforeAdd(context, tx, { draft, lines }) {
      await refuseClosedKind(context, tx, { type: String(draft.type), deptId: draft.deptId, deviceIds: devicesIn(lines) })
      await refuseStoppedIn(context, tx, draft.type, lines)
      return undefined
    },
    async beforeChange(context, tx, { row, draft, lines }) {
      await refuseStoppedIn(context, tx, draft.type ?? row.type, lines)
      return undefined
    },
  },
  10,
)

step(
  applyFlow,
  'eventSubmit',
  async ({ context, tx, row }) => {
    const { rows: lines } = await tx.run({
      text: 'select i.device_id, i.device_model, i.unit_price, i.remark from device_apply_item i where i.tenant_id = $1 and i.apply_id = $2 order by i.place',
      values: [tx.tenantId, row.id],
    })
    const deviceIds = lines.flatMap(({ device_id }) => (device_id ? [device_id] : []))
    const configs = await refuseClosedKind(context, tx, { type: String(row.type), deptId: row.dept_id, deviceIds })
    refuseLacking(configs, row, lines)
    return undefined
  },
  10,
)

function refuseForeign(context: Context, rows: readonly Row[]): void {
  if (rows.some((row) => row.created_by !== context.actor.userId))
    throw new Refusal('forbidden', { right: { zh: '修改别人的备注', en: 'Edit another person’s remark' } })
}

hook(eventProcess, {
  async beforeChange(context, _tx, { row, draft }) {
    refuseForeign(context, [row])
    if (draft.eventId !== undefined && draft.eventId !== row.event_id)
      throw new Refusal('rule', { zh: '备注不能移到其他申请', en: 'A remark cannot move to another application' })
    return undefined
  },
  async beforeRemove(context, _tx, { rows }) {
    refuseForeign(context, rows)
  },
})
