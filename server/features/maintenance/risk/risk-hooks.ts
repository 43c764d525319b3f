import { riskScheme } from '#contract/entities/maintenance/risk/risk-scheme.ts'
import { riskScore } from '#contract/entities/maintenance/risk/risk-score.ts'
import { bandProblem } from '#contract/entities/maintenance/risk/score.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { cycleOf } from '#contract/kit/fields/cycle.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { seesAll } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { type HookLines, hook } from '#server/kit/hooks.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'

const { fields } = riskScore
const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** Points are for one class or one device, each once. Who sees some devices alone scores these, and no class of all. */
async function checkScore(context: Context, tx: Transaction, row: Row | undefined, draft: Parsed): Promise<Record<string, unknown>> {
  takeNamedLock(tx, `risk scores ${tx.tenantId}`)
  const subject = draft.scoreSubject ?? row?.score_subject
  const isDevice = subject === 'device'
  const [name, column] = isDevice ? (['device', 'device_id'] as const) : (['classify', 'classify_id'] as const)
  const wire = wireName(name, fields[name])
  const id = draft[wire] === undefined ? row?.[column] : draft[wire]
  if (!id) throw refusalOf([{ field: wire, label: fields[name], rule: 'required' }])
  if (!isDevice && !seesAll(riskScore, context.actor))
    throw rule('您只能查看部分设备，请按单台设备评分', 'You can see only some devices. Score each of them')
  const { rows } = await tx.run({
    text: `select score_title from risk_score where tenant_id = $1 and (classify_id = $2 or device_id = $2) and id is distinct from $3 and not is_deleted`,
    values: [tx.tenantId, id, row?.id ?? null],
  })
  if (rows[0]) throw new Refusal('taken', { label: riskScore, value: String(rows[0].score_title) })
  return isDevice ? { classify_id: null } : { device_id: null }
}

hook(riskScore, {
  given: (input) => (input.id ? input : { scoreSubject: fields.scoreSubject.initial, ...input }),
  beforeAdd: (context, tx, { draft }) => checkScore(context, tx, undefined, draft),
  beforeChange: (context, tx, { row, draft }) => checkScore(context, tx, row, draft),
})

/** Refuses bands that do not go down, or without an interval. */
function refuseBands({ bands }: HookLines): void {
  const given = (bands?.after ?? []).map((line, at) => {
    const cycle = cycleOf(line.planCycle, line.planCycleUnit)
    if (!cycle) throw rule(`第 ${at + 1} 级缺少保养周期`, `Band ${at + 1} has no maintenance cycle`)
    return { fromPoints: Number(line.fromPoints), cycle }
  })
  const problem = bandProblem(given)
  if (problem?.rule === 'points')
    throw rule(`第 ${problem.at + 1} 级的最低分须小于上一级`, `Band ${problem.at + 1} must begin with fewer points than the one above`)
  if (problem)
    throw rule(`第 ${problem.at + 1} 级的保养周期须长于上一级`, `Band ${problem.at + 1} must have a longer cycle than the one above`)
}

/** One scheme is in use: another one has to be set inactive first. */
async function refuseSecond(tx: Transaction, row: Row | undefined, draft: Parsed): Promise<void> {
  takeNamedLock(tx, `risk scheme ${tx.tenantId}`)
  const isInactive = draft.isInactive === undefined ? row?.is_inactive : draft.isInactive
  if (Number(isInactive ?? 0) === 1) return
  const { rows } = await tx.run({
    text: 'select scheme_name from risk_scheme where tenant_id = $1 and coalesce(is_inactive, 0) = 0 and id is distinct from $2 and not is_deleted',
    values: [tx.tenantId, row?.id ?? null],
  })
  if (rows[0]) throw rule(`“${rows[0].scheme_name}”正在使用，请先停用`, `“${rows[0].scheme_name}” is in use. Set it inactive first`)
}

hook(riskScheme, {
  async beforeAdd(_context, tx, { draft, lines }) {
    refuseBands(lines)
    await refuseSecond(tx, undefined, draft)
    return undefined
  },
  async beforeChange(_context, tx, { row, draft, lines }) {
    refuseBands(lines)
    await refuseSecond(tx, row, draft)
    return undefined
  },
})
