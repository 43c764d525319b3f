import { hoursIn } from '#contract/entities/service/oncall/on-call-hours.ts'
import { param } from '#contract/entities/settings/param.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { keptDays, keptDaysOf } from '#contract/log-days.ts'
import {
  answerMinutesIn,
  answerMinutesKey,
  choiceOfParam,
  contractRemindKey,
  invoiceToleranceKey,
  paramChoices,
  percentIn,
  planLimitKey,
  purchasePercentKey,
  purchasePlanLimitKey,
  purchaseToleranceKey,
  quoteLimitKey,
  quotesNeededIn,
  quotesNeededKey,
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

const isAmount = (value: unknown): boolean => toleranceIn(value) !== undefined

/** Parameters whose values are numbers, amounts or hours, and what to write there. `none`: an empty value is a value. */
const forms: Readonly<Record<string, { readonly is: (value: unknown) => boolean; readonly none?: true; readonly says: Words }>> = {
  [invoiceToleranceKey]: {
    is: isAmount,
    says: { zh: '发票允许差异填金额，如 0 或 5.00', en: 'The tolerance of invoices is an amount, such as 0 or 5.00' },
  },
  [planLimitKey]: {
    is: isAmount,
    none: true,
    says: { zh: '服务方案限额填金额，如 5000 或 5000.00', en: 'The limit of service plans is an amount, such as 5000 or 5000.00' },
  },
  [workHoursKey]: {
    is: (value) => hoursIn(value) !== undefined,
    says: {
      zh: '上班时间填时段，如 08:00-17:30 或 08:00-12:00,14:00-17:30，最多 4 段',
      en: 'Working hours are spans such as 08:00-17:30 or 08:00-12:00,14:00-17:30, 4 at most',
    },
  },
  [answerMinutesKey]: {
    is: (value) => answerMinutesIn(value) !== undefined,
    says: {
      zh: '值班应答时限填 1 到 240 的分钟数，如 15',
      en: 'The time to answer an on-call call is a number of minutes from 1 to 240, such as 15',
    },
  },
  [contractRemindKey]: {
    is: (value) => remindDaysIn(value) !== undefined,
    says: {
      zh: '提醒天数填 1 到 365 的数字，用逗号分开，最多 6 个',
      en: 'Reminder days are up to 6 numbers from 1 to 365, separated by commas',
    },
  },
  [quoteLimitKey]: {
    is: isAmount,
    none: true,
    says: {
      zh: '多家报价限额填金额，如 50000；不填为不限',
      en: 'The limit above which quotes are needed is an amount, such as 50000, or empty',
    },
  },
  [purchasePlanLimitKey]: {
    is: isAmount,
    none: true,
    says: { zh: '采购计划审批限额填金额，如 500000；不填为不限', en: 'The limit of purchase plans is an amount, such as 500000, or empty' },
  },
  [quotesNeededKey]: {
    is: (value) => quotesNeededIn(value) !== undefined,
    none: true,
    says: { zh: '报价家数填 2 到 9 的数字', en: 'The number of quotes is from 2 to 9' },
  },
  [purchaseToleranceKey]: {
    is: isAmount,
    none: true,
    says: { zh: '采购发票允许差异填金额，如 0 或 5.00', en: 'The tolerance of purchase invoices is an amount, such as 0 or 5.00' },
  },
  [purchasePercentKey]: {
    is: (value) => percentIn(value) !== undefined,
    none: true,
    says: {
      zh: '采购发票允许差异比例填 0 到 100 的数字，如 2',
      en: 'The tolerance of purchase invoices is a percentage from 0 to 100, such as 2',
    },
  },
}

/** Refuses a value that has not the form of its parameter. */
function refuseWrongForm(key: unknown, value: unknown): void {
  const of = Object.hasOwn(forms, String(key)) ? forms[String(key)] : undefined
  if (!of || of.is(value) || (of.none && !value)) return
  throw new Refusal('rule', { ...of.says }, [{ field: 'paramValue' }])
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
    refuseWrongForm(draft.paramKey, draft.paramValue)
    return undefined
  },
  async beforeChange(context, _tx, { row, draft }) {
    refuseWithout(row, draft.paramKey ?? row.param_key)
    refuseWrongDays(context, draft.paramKey ?? row.param_key, draft.paramValue ?? row.param_value)
    refuseWrongChoice(draft.paramKey ?? row.param_key, draft.paramValue ?? row.param_value)
    refuseWrongForm(draft.paramKey ?? row.param_key, draft.paramValue ?? row.param_value)
    return undefined
  },
  async beforeRemove(_context, _tx, { rows }) {
    for (const row of rows) refuseWithout(row)
  },
})
