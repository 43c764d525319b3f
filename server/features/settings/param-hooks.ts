import { hoursIn } from '#contract/entities/service/oncall/on-call-hours.ts'
import { param } from '#contract/entities/settings/param.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { keptDays, keptDaysOf } from '#contract/log-days.ts'
import {
  choiceOfParam,
  contractRemindKey,
  invoiceToleranceKey,
  paramChoices,
  planLimitKey,
  remindDaysIn,
  toleranceIn,
  workHoursKey,
} from '#contract/params.ts'
import { platformTenant } from '#contract/roles.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'

/** Refuses a value for how long logs are kept that is no number of days allowed; months of the logs belong to all tenants, so the platform alone sets it. */
function refuseWrongDays({ actor }: Context, key: unknown, value: unknown): void {
  if (key !== keptDays.key) return
  if (actor.tenantId !== platformTenant)
    throw new Refusal('rule', { zh: '日志保留天数只能由平台设置', en: 'Only the platform sets how long logs are kept' }, [
      { field: 'paramKey' },
    ])
  if (keptDaysOf(value) === undefined)
    throw new Refusal(
      'rule',
      {
        zh: `日志至少保留 ${keptDays.least} 天，最多 ${keptDays.most} 天`,
        en: `Logs must be kept for ${keptDays.least} to ${keptDays.most} days`,
      },
      [{ field: 'paramValue' }],
    )
}

/** Refuses a value that is none of the choices of its parameter. */
function refuseWrongChoice(key: unknown, value: unknown): void {
  const param = Object.hasOwn(paramChoices, String(key)) ? paramChoices[String(key)] : undefined
  if (!param || choiceOfParam(param, value) !== undefined) return
  const said = Object.entries(param.of).map(([name, { zh, en }]) => ({ zh: `${name}（${zh}）`, en: `${name} (${en})` }))
  throw new Refusal(
    'rule',
    {
      zh: `${param.zh}只能填 ${said.map(({ zh }) => zh).join(' 或 ')}`,
      en: `${param.en} must be ${said.map(({ en }) => en).join(' or ')}`,
    },
    [{ field: 'paramValue' }],
  )
}

/** Refuses days of reminders that are no days, and a tolerance that is no amount. */
function refuseWrongNumbers(key: unknown, value: unknown): void {
  if (key === invoiceToleranceKey && toleranceIn(value) === undefined)
    throw new Refusal('rule', { zh: '发票允许差异填金额，如 0 或 5.00', en: 'The tolerance of invoices is an amount, such as 0 or 5.00' }, [
      { field: 'paramValue' },
    ])
  if (key === planLimitKey && value && toleranceIn(value) === undefined)
    throw new Refusal(
      'rule',
      { zh: '服务方案限额填金额，如 5000 或 5000.00', en: 'The limit of service plans is an amount, such as 5000 or 5000.00' },
      [{ field: 'paramValue' }],
    )
  if (key === workHoursKey && hoursIn(value) === undefined)
    throw new Refusal(
      'rule',
      {
        zh: '上班时间填时段，如 08:00-17:30 或 08:00-12:00,14:00-17:30，最多 4 段',
        en: 'Working hours are spans such as 08:00-17:30 or 08:00-12:00,14:00-17:30, 4 at most',
      },
      [{ field: 'paramValue' }],
    )
  if (key !== contractRemindKey || remindDaysIn(value) !== undefined) return
  throw new Refusal(
    'rule',
    { zh: '提醒天数填 1 到 365 的数字，用逗号分开，最多 6 个', en: 'Reminder days are up to 6 numbers from 1 to 365, separated by commas' },
    [{ field: 'paramValue' }],
  )
}

/** Refuses to do away with the days that logs are kept: months would be dropped at the shortest time allowed. */
function refuseWithout(row: Row, key?: unknown): void {
  if (row.param_key === keptDays.key && key !== keptDays.key)
    throw new Refusal(
      'rule',
      {
        zh: '日志保留天数不能删除或改名，请修改参数值',
        en: 'The log retention parameter cannot be deleted or renamed. Change its value',
      },
      [{ field: 'paramKey' }],
    )
}

hook(param, {
  async beforeAdd(context, _tx, { draft }) {
    refuseWrongDays(context, draft.paramKey, draft.paramValue)
    refuseWrongChoice(draft.paramKey, draft.paramValue)
    refuseWrongNumbers(draft.paramKey, draft.paramValue)
    return undefined
  },
  async beforeChange(context, _tx, { row, draft }) {
    refuseWithout(row, draft.paramKey ?? row.param_key)
    refuseWrongDays(context, draft.paramKey ?? row.param_key, draft.paramValue ?? row.param_value)
    refuseWrongChoice(draft.paramKey ?? row.param_key, draft.paramValue ?? row.param_value)
    refuseWrongNumbers(draft.paramKey ?? row.param_key, draft.paramValue ?? row.param_value)
    return undefined
  },
  async beforeRemove(_context, _tx, { rows }) {
    for (const row of rows) refuseWithout(row)
  },
})
