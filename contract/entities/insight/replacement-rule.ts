import { entity } from '../../kit/entity/entity.ts'
import { decimal, integer, text } from '../../kit/fields/field.ts'

const weights = { zh: '权重（合计 100）', en: 'Weights (100 in all)' }
const full = { zh: '满分线', en: 'Full points at' }
const marks = { zh: '分数线', en: 'Score limits' }
const price = { zh: '效益分析', en: 'Benefit' }
const weight = { required: true, list: true, min: 0, max: 100, group: weights } as const

/** By what devices are proposed for replacement, and at what price their energy counts. A hospital has one; the usual rule holds before. */
export const replacementRule = entity('replacementRule', {
  zh: '更新评分规则',
  en: 'Replacement rule',
  module: 'insight',
  path: '/eam/replacement-rule',
  title: 'ruleName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit'],
  softDelete: true,
  fields: {
    ruleName: text({ zh: '规则名称', en: 'Name', required: true, list: true, search: true, max: 60 }),
    ageWeight: integer({ zh: '使用年限权重', en: 'Weight of age', ...weight }),
    costWeight: integer({ zh: '维护费用权重', en: 'Weight of upkeep cost', ...weight }),
    downtimeWeight: integer({ zh: '停用时长权重', en: 'Weight of downtime', ...weight }),
    riskWeight: integer({ zh: '风险权重', en: 'Weight of risk', ...weight }),
    ageFull: integer({ zh: '已用年限占比满分线（%）', en: 'Share of useful life (%)', required: true, min: 1, max: 500, group: full }),
    costFull: integer({ zh: '年维护费用占原值满分线（%）', en: 'Yearly cost of value (%)', required: true, min: 1, max: 500, group: full }),
    downtimeFull: integer({
      zh: '年停用时长满分线（小时）',
      en: 'Yearly downtime (hours)',
      required: true,
      min: 1,
      max: 8784,
      group: full,
    }),
    adviseScore: integer({ zh: '建议更新分数线', en: 'Replace from', required: true, list: true, min: 1, max: 100, group: marks }),
    watchScore: integer({ zh: '关注分数线', en: 'Watch from', required: true, list: true, min: 1, max: 100, group: marks }),
    energyPrice: decimal({ zh: '电价（元/千瓦时）', en: 'Energy price per kWh', list: true, scale: 4, min: 0, max: 100, group: price }),
  },
})
