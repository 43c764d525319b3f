import { entity } from '../../kit/entity.ts'
import { integer, link, money, text } from '../../kit/field.ts'

/** What a department means to buy in a year. */
export const purchasePlan = entity('purchasePlan', {
  zh: '采购计划',
  en: 'Purchase plan',
  area: 'supply',
  path: '/eam/device-purchase-plan',
  title: 'planTitle',
  table: 'tenant',
  softDelete: true,
  scope: { dept: 'dept' },
  lines: [
    {
      zh: '计划明细',
      en: 'Lines',
      entity: 'purchasePlanLine',
      by: 'plan',
      as: 'lines',
      order: 'place',
      max: 500,
      calls: true,
      totals: { lineCount: [], plannedTotal: ['quantity', 'unitPrice'] },
    },
  ],
  fields: {
    planTitle: text({ zh: '计划名称', en: 'Title', list: true, search: true, max: 120, composed: ['planYear', 'dept'] }),
    planYear: integer({ zh: '计划年度', en: 'Year', as: 'year', required: true, list: true, min: 2000, max: 2100 }),
    dept: link({ zh: '申报科室', en: 'Department', to: 'dept', required: true, list: true }),
    reason: text({ zh: '购置理由', en: 'Reason', multiline: true, max: 1000 }),
    plannedTotal: money({ zh: '计划总额', en: 'Planned total', readOnly: true, list: true }),
    lineCount: integer({ zh: '明细行数', en: 'Lines', readOnly: true, list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
