import { judgePoint } from '#contract/entities/quality/judge.ts'
import { qualityCard } from '#contract/entities/quality/quality-card.ts'
import { qualityControl } from '#contract/entities/quality/quality-control.ts'
import { pointNames } from '#contract/entities/quality/quality-kinds.ts'
import { qualityPoint } from '#contract/entities/quality/quality-point.ts'
import { qualityTemplate } from '#contract/entities/quality/quality-template.ts'
import { lineNamed } from '#contract/kit/entity/lines.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { storedLines } from '#server/kit/lines/lines.ts'
import { addLines } from '#server/kit/lines/write-lines.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { refuseDisposed } from './quality-posting.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** The points of a template as lines of a control that begins. Throws if it has none. */
async function frozenPoints(tx: Transaction, templateId: string): Promise<Parsed[]> {
  const points = await storedLines(lineNamed(qualityTemplate, 'points'), qualityPoint, tx, templateId)
  return points.map((point) => {
    const facts = Object.fromEntries(pointNames.map((name) => [name, point[name] ?? null]))
    return { ...facts, allowed: judgePoint(facts).allowed } as Parsed
  })
}

/** Refuses a day in the future, by the calendar of the hospital. */
function refuseFuture({ occurredAt }: Context, day: unknown): void {
  if (typeof day === 'string' && day > homeDay(occurredAt)) throw rule('质控日期不能晚于今天', 'The control date cannot be in the future')
}

/** The department of a device now. Throws for a device that is disposed of. */
async function deptOf(tx: Transaction, deviceId: unknown): Promise<unknown> {
  const { rows } = await tx.run({
    text: 'select device_name, use_dept_id, eam_status from device where tenant_id = $1 and id = $2',
    values: [tx.tenantId, deviceId],
  })
  if (rows[0]) refuseDisposed(rows[0])
  return rows[0]?.use_dept_id ?? null
}

hook(qualityControl, {
  async beforeAdd(context, tx, { draft }) {
    refuseFuture(context, draft.controlledOn)
    const points = await frozenPoints(tx, String(draft.templateId))
    if (points.length === 0) throw rule('质控模板没有测量点', 'The quality control template has no points')
    return { use_dept_id: await deptOf(tx, draft.deviceId), point_count: points.length }
  },
  async afterSave(context, tx, { id, draft, isNew }) {
    if (isNew) await addLines(qualityControl, 'readings', context, tx, id, await frozenPoints(tx, String(draft.templateId)))
  },
  async beforeChange(context, _tx, { row, draft }) {
    refuseFuture(context, draft.controlledOn)
    const isOther = [
      [draft.deviceId, row.device_id],
      [draft.templateId, row.template_id],
    ].some(([to, from]) => to !== undefined && to !== from)
    if (isOther)
      throw rule(
        `质控记录“${row.control_no}”不能换设备或模板，请删除后重新录入`,
        `Device and template of “${row.control_no}” cannot be changed. Delete it and add a new one`,
      )
    return undefined
  },
})

/** A device has one schedule for a template. */
async function refuseSecond(tx: Transaction, deviceId: unknown, templateId: unknown): Promise<void> {
  // Two people at once write one after the other.
  takeNamedLock(tx, `quality_card ${tx.tenantId} ${deviceId}`)
  const { rows } = await tx.run({
    text: 'select card_title from quality_card where tenant_id = $1 and device_id = $2 and template_id = $3 and not is_deleted',
    values: [tx.tenantId, deviceId, templateId],
  })
  if (rows[0]) throw new Refusal('taken', { label: qualityCard, value: String(rows[0].card_title) })
}

/** Refuses the removal of what a failed control stands on. */
function refuseFailed(row: Row): void {
  if (row.last_result === 'failed')
    throw rule(
      `“${row.card_title}”上次质控不合格，请先完成合格的质控`,
      `“${row.card_title}” failed its last quality control. Finish a passed one first`,
    )
}

hook(qualityCard, {
  async beforeAdd(_context, tx, { draft }) {
    await deptOf(tx, draft.deviceId)
    await refuseSecond(tx, draft.deviceId, draft.templateId)
    return undefined
  },
  async beforeChange(_context, _tx, { row, draft }) {
    const isOther = [
      [draft.deviceId, row.device_id],
      [draft.templateId, row.template_id],
    ].some(([to, from]) => to !== undefined && to !== from)
    if (isOther)
      throw rule(
        `“${row.card_title}”不能换设备或模板，请删除后重新加入`,
        `Device and template of “${row.card_title}” cannot be changed. Delete it and add a new one`,
      )
    return undefined
  },
  async beforeRemove(_context, _tx, { rows }) {
    for (const row of rows) refuseFailed(row)
  },
})
