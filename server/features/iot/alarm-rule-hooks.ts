import type { Comparison } from '#contract/entities/iot/alarm-kinds.ts'
import { conditionProblem, usedBy } from '#contract/entities/iot/alarm-problem.ts'
import { alarmRule } from '#contract/entities/iot/alarm-rule.ts'
import { sensorKinds } from '#contract/entities/iot/sensor-kinds.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import { refuseCall, seesAll } from '#server/kit/access/access.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'

const refused = (field: string, zh: string, en: string) => new Refusal('rule', { zh, en }, [{ field }])

/** Throws for a rule that could not be judged, or that reaches beyond what the person sees. */
async function check(context: Context, tx: Transaction, rule: Parsed): Promise<void> {
  const problem = conditionProblem(rule as never)
  if (problem) throw refused(problem.field, problem.zh, problem.en)
  if (!rule.deptId && !seesAll(alarmRule, context.actor))
    throw refused('deptId', '请选择规则适用的科室', 'Choose the department of the rule')
  if (rule.sensorId && rule.sensorKind) {
    const { rows } = await tx.run({
      text: 'select sensor_code, sensor_kind from sensor_config where tenant_id = $1 and id = $2',
      values: [tx.tenantId, rule.sensorId],
    })
    const [sensor] = rows
    if (sensor && sensor.sensor_kind !== rule.sensorKind) {
      const kind = sensorKinds[sensor.sensor_kind as keyof typeof sensorKinds]
      throw refused(
        'sensorKind',
        `传感器“${sensor.sensor_code}”的类型是${kind.zh}`,
        `The type of sensor “${sensor.sensor_code}” is ${kind.en}`,
      )
    }
  }
  if (rule.opensRepair === 1) refuseCall(context.actor, 'repairOrder.submit', 'repairOrder.submit')
  const escalates = rule.escalateMinutes !== null && rule.escalateMinutes !== undefined
  const named = Boolean(rule.escalateRoleId) || ((rule.escalatePeople as readonly unknown[] | null | undefined)?.length ?? 0) > 0
  if (escalates && !named) throw refused('escalatePeople', '请选择升级通知的人员或角色', 'Choose whom to escalate to')
  if (!escalates && named) throw refused('escalateMinutes', '请填写升级时限', 'Enter the minutes until it is escalated')
}

const columns = { quantity: 'quantity', lowerLimit: 'lower_limit', upperLimit: 'upper_limit', hysteresis: 'hysteresis' } as const

/** Columns that the comparison does not use, emptied. */
const unused = (comparison: unknown): Record<string, unknown> => {
  const used = usedBy({ comparison: comparison as Comparison })
  return Object.fromEntries(Object.entries(columns).flatMap(([name, column]) => (used[name as keyof typeof used] ? [] : [[column, null]])))
}

/** What a rule judges, by wire name and column; a change of it ends what is open. */
const judged = {
  ...{ ruleState: 'rule_state', comparison: 'comparison', quantity: 'quantity', lowerLimit: 'lower_limit', upperLimit: 'upper_limit' },
  ...{ hysteresis: 'hysteresis', holdMinutes: 'hold_minutes', sensorKind: 'sensor_kind', sensorId: 'sensor_id', classifyId: 'classify_id' },
  deptId: 'dept_id',
} as const

/** Numbers of the database and of a draft are written differently. */
const isSame = (one: unknown, other: unknown): boolean =>
  (one ?? null) === (other ?? null) || (one !== null && other !== null && one !== '' && other !== '' && Number(one) === Number(other))

hook(alarmRule, {
  async beforeAdd(context, tx, { draft }) {
    await check(context, tx, draft)
    return { ...unused(draft.comparison), judges_from: context.occurredAt }
  },
  async beforeChange(context, tx, { row, draft }) {
    const others = {
      ...{ opensRepair: row.opens_repair, escalateMinutes: row.escalate_minutes, escalatePeople: row.escalate_people },
      escalateRoleId: row.escalate_role_id,
    }
    const stored = Object.fromEntries(Object.entries(judged).map(([name, column]) => [name, row[column]]))
    const given = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== undefined))
    const next = { ...stored, ...others, ...given } as Parsed
    await check(context, tx, next)
    const isChanged = Object.keys(judged).some((name) => !isSame(stored[name], next[name]))
    return { ...unused(next.comparison), ...(isChanged ? { judges_from: context.occurredAt } : {}) }
  },
})
