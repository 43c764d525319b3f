import type { device } from '../../entities/asset/device/device.ts'
import { replacementRule } from '../../entities/insight/replacement-rule.ts'
import { replacementLevels } from '../../entities/insight/replacement-terms.ts'
import { file, one, out, pageOf, saved, some } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { paging } from '../../kit/entity/paging.ts'
import { choice, flag, ids, integer, link } from '../../kit/fields/field.ts'

const { nullable, number, text } = out
const facts = {
  module: 'insight',
  reads: ['device', 'repairOrder', 'maintainOrder', 'measureRecord', 'deviceStop', 'replacementRule', 'purchasePlan', 'purchasePlanLine'],
} as const
const asked = {
  level: choice({ zh: '建议', en: 'Advice', of: replacementLevels }),
  planned: flag({ zh: '已列入计划', en: 'In a plan' }),
} as const
const { ruleName: _name, ...terms } = replacementRule.fields

/** Owned devices in service by their score, the highest first; filters are those of the list of devices. */
export const replacementList = call('replacement.page', {
  ...facts,
  zh: '设备更新清单',
  en: 'Replacement list',
  method: 'GET',
  path: '/eam/replacement/page',
  may: 'replacement.list',
  input: { ...paging, ...asked },
  answers: pageOf(
    out.with(out.listed<typeof device>('device'), {
      score: number,
      level: out.key(replacementLevels),
      ageMonths: nullable(number),
      lifeMonths: nullable(number),
      yearCost: nullable(text),
      costShare: nullable(number),
      downMinutes: number,
      isVital: out.flag,
      riskClass: nullable(text),
      agePoints: nullable(number),
      costPoints: nullable(number),
      downtimePoints: number,
      riskPoints: nullable(number),
      planId: nullable(text),
      planTitle: nullable(text),
    }),
  ),
})

/** The same as a sheet, with what each score is made of. */
export const replacementExport = call('replacement.file', {
  ...facts,
  zh: '导出设备更新清单',
  en: 'Export replacement list',
  method: 'GET',
  path: '/eam/replacement/export',
  may: 'replacement.export',
  input: {
    ...asked,
    format: choice({ zh: '格式', en: 'Format', of: { xlsx: { zh: 'XLSX', en: 'XLSX' }, csv: { zh: 'CSV', en: 'CSV' } } }),
  },
  answers: file,
})

/** The terms that scores follow: those of the hospital, else the usual ones without an id. */
export const replacementTerms = call('replacement.terms', {
  module: 'insight',
  reads: ['replacementRule'],
  zh: '更新评分口径',
  en: 'Replacement terms',
  method: 'GET',
  path: '/eam/replacement/terms',
  may: 'replacement.list',
  input: {},
  answers: one({ id: nullable(text), version: nullable(number), ...some(terms, ...(Object.keys(terms) as (keyof typeof terms)[])) }),
})

/** Drafts a purchase plan that replaces these devices, a line for each with its score as the reason. One that a plan replaces is refused. */
export const planReplacement = call('replacement.plan', {
  module: 'insight',
  zh: '列入采购计划',
  en: 'Add to purchase plan',
  method: 'POST',
  path: '/eam/replacement/plan',
  may: 'replacement.plan',
  writes: true,
  changes: ['purchasePlan', 'purchasePlanLine'],
  answers: one(saved),
  input: {
    ids: ids({ zh: '设备', en: 'Devices', to: 'device', required: true, max: 200 }),
    dept: link({ zh: '申报科室', en: 'Department', to: 'dept', required: true }),
    planYear: integer({ zh: '计划年度', en: 'Year', as: 'year', min: 2000, max: 2100 }),
  },
})
