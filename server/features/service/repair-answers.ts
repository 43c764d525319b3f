import {
  collectRepair,
  openRepairs,
  quickSave,
  repairBatch,
  repairEngineers,
  repairsOfApply,
  reportRepairs,
} from '#contract/calls/service/repair.ts'
import { pastResult, repairFlow, repairResult } from '#contract/entities/service/repair-flow.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates, repairStates } from '#contract/entities/service/repair-states.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { namedInput } from '#contract/kit/entity/step-input.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { snake } from '#contract/kit/fields/names.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, rowsAs } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { finisher, selectApart } from '#server/kit/read/select.ts'
import { read, refusalOf } from '#server/kit/refuse.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows, refuseClosed } from '#server/kit/write/lock.ts'
import { submit } from '#server/kit/write/save.ts'
import { refuseSealed } from '#server/kit/write/sealed.ts'
import { writeRows } from '#server/kit/write/write-rows.ts'
import { callOnReport } from './oncall/call-report.ts'
import { fromBefore, onTheSpot } from './repair-hooks.ts'
import { engineersToChoose } from './repair-people.ts'
import { refreshCopy } from './sharing/agreed-fields.ts'

const resultNames = new Set(Object.entries(repairResult).map(([name, field]) => wireName(name, field)))

/** A report and its repair in one transaction: the order is done at once, without a rating. */
async function repairOnTheSpot(context: Context, tx: Transaction) {
  const { settings } = context.actor
  const view = settings.view(repairOrder)
  const { custom } = view
  const given = Object.entries(read(namedInput(view, settings.inputs(quickSave.input)), context.input, { beside: [...custom] }))
  const own = Object.entries(context.input).filter(([name]) => custom.has(name))
  const reported = Object.fromEntries(given.filter(([name, value]) => !resultNames.has(name) && value !== null))
  const report: Context = { ...context, input: { urgency: repairOrder.fields.urgency.initial, ...reported, ...Object.fromEntries(own) } }
  onTheSpot.add(report)
  const saved = await submit(view, report, tx)
  const [row] = await lockRows(repairOrder, report, tx, [saved.id])
  return apply(repairFlow, 'fixOnSpot', report, tx, row!, Object.fromEntries(given.filter(([name]) => resultNames.has(name))))
}

const pastNames = new Set([...Object.entries(pastResult).map(([name, field]) => wireName(name, field)), 'finishedAt'])

/** A repair from before: its report and its end in one transaction, at the times that are told. */
async function collect(context: Context, tx: Transaction) {
  const { reportedAt, ...given } = read(context.actor.settings.inputs(collectRepair.input), context.input)
  const [from, to, now] = [Date.parse(String(reportedAt)), Date.parse(String(given.finishedAt)), context.occurredAt.getTime()]
  if (to < from) throw new Refusal('rule', { zh: '完工时间早于报修时间', en: 'The repair was finished before its report' })
  if (to > now) throw new Refusal('rule', { zh: '只能补录已完工的维修', en: 'Only finished repairs can be entered' })
  const parts = (isResult: boolean) =>
    Object.fromEntries(Object.entries(given).filter(([name, value]) => pastNames.has(name) === isResult && value !== null))
  const report: Context = { ...context, input: { urgency: repairOrder.fields.urgency.initial, ...parts(false) } }
  fromBefore.set(report, new Date(from).toISOString())
  const saved = await submit(context.actor.settings.view(repairOrder), report, tx)
  const [row] = await lockRows(repairOrder, report, tx, [saved.id])
  return apply(repairFlow, 'enterPast', report, tx, row!, parts(true))
}

/** Reports each of several devices, in the order of their ids, so that two requests do not wait for each other. */
async function reportMany(context: Context, tx: Transaction) {
  const { ids, ...given } = read(context.actor.settings.inputs(reportRepairs.input), context.input) as { ids: string[] } & Record<
    string,
    unknown
  >
  const devices = [...new Set(ids.map((id) => id.toLowerCase()))].sort()
  if (devices.length === 0) throw refusalOf([{ field: 'ids', label: reportRepairs.input.ids, rule: 'required' }])
  const draft = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined))
  const view = context.actor.settings.view(repairOrder)
  const { op: _, ...plain } = context
  const done = []
  for (const deviceId of devices)
    done.push(await submit(view, { ...plain, input: { urgency: repairOrder.fields.urgency.initial, ...draft, deviceId } }, tx))
  return done
}

/** Sets urgency or fault kind of open orders, all or none. */
async function sortOrders(context: Context, tx: Transaction) {
  const fields = context.actor.settings.inputs(repairBatch.input)
  const { ids, ...wanted } = read(fields, context.input) as { ids: string[]; urgency?: string | null; faultKind?: string | null }
  const changes = Object.entries(wanted).filter(([name, value]) => value !== undefined && !(name === 'urgency' && value === null))
  if (ids.length === 0 || changes.length === 0)
    throw refusalOf([{ field: '', label: changes.length === 0 ? repairBatch.input.urgency : repairBatch.input.ids, rule: 'required' }])
  refuseSealed(
    context,
    changes.map(([name, to]) => ({ name, field: fields[name]!, to })),
  )
  const rows = await lockRows(repairOrder, context, tx, [...ids].sort())
  for (const row of rows) refuseClosed(repairOrder, { repairStatus: [...openRepairStates] }, row)
  const set = Object.fromEntries(changes.map(([name, value]) => [snake(name), value]))
  const written = rows.map((row) => {
    const found = changes.filter(([name, value]) => row[snake(name)] !== value)
    return { row, set, changes: Object.fromEntries(found.map(([name, to]) => [name, { from: row[snake(name)], to }])) }
  })
  await writeRows(repairOrder, context, tx, { verb: 'change' }, written)
  for (const row of rows) {
    await refreshCopy(context, tx, row.id)
    if (wanted.urgency) await callOnReport(tx, row, new Date())
  }
  return rows.map((row) => ({ id: String(row.id), version: Number(row.version) }))
}

/** The orders that a document opened, as far as the person sees them. */
function ofApply(context: Context): ReadPlan<AnswerOf<typeof repairsOfApply>> {
  const { applyId } = read(repairsOfApply.input, context.input)
  const view = context.actor.settings.view(repairOrder)
  const selection = selectApart(view)
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(context.actor.tenantId)} and t.source = ${into.add(applyId)} and not t.is_deleted`
  const scope = scopeSql(repairOrder, context.actor, 't', into)
  const finish = finisher(view, selection.fields, context.language, context.actor)
  return {
    queries: [
      {
        text: `select ${selection.columns} from repair_order t${selection.joins} where ${where}${scope ? ` and ${scope}` : ''} order by t.id desc limit 500`,
        values: into.values,
        named: selection.named,
      },
    ],
    answer: ([rows]) => rows!.rows.map(finish) as unknown as AnswerOf<typeof repairsOfApply>,
  }
}

/** An open order as shown to a person about to report the same device; its id and its people only to those who may open it. */
function openOf(context: Context): ReadPlan<AnswerOf<typeof openRepairs>> {
  const { deviceId } = read({ device: openRepairs.input.device }, { deviceId: context.input.deviceId })
  const into = new Parameters()
  const [tenant, card, states] = [into.add(context.actor.tenantId), into.add(deviceId), into.add([...openRepairStates])]
  const scope = scopeSql(repairOrder, context.actor, 't', into) || 'true'
  return {
    queries: [
      {
        text: `select case when ${scope} then t.id end as id, t.order_no as "orderNo", t.repair_status as "repairStatus", t.reported_at as "reportedAt", t.is_stopped as "isStopped",
            case when ${scope} then r.real_name end as "reporterName", case when ${scope} then e.real_name end as "engineerName"
          from repair_order t left join app_user r on r.tenant_id = t.tenant_id and r.id = t.reporter_id left join app_user e on e.tenant_id = t.tenant_id and e.id = t.engineer_id
          where t.tenant_id = ${tenant} and t.device_id = ${card} and t.repair_status = any(${states}::text[]) and not t.is_deleted order by t.reported_at desc, t.id desc limit 50`,
        values: into.values,
      },
    ],
    answer: ([rows]) =>
      rowsAs<AnswerOf<typeof openRepairs>[number]>(rows).map((row) => ({
        ...row,
        repairStatusValue: repairStates[row.repairStatus as keyof typeof repairStates][context.language],
      })),
  }
}

export const repairAnswers: readonly Answer[] = [
  answer(quickSave, { write: repairOnTheSpot }),
  answer(collectRepair, { write: collect }),
  answer(reportRepairs, { write: reportMany }),
  answer(repairBatch, { write: sortOrders }),
  answer(repairsOfApply, { read: ofApply }),
  answer(openRepairs, { read: openOf }),
  answer(repairEngineers, {
    read(context) {
      read(repairEngineers.input, context.input)
      return engineersToChoose(context)
    },
  }),
]
