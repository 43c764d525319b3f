import { entity } from '../../kit/entity/entity.ts'
import { choice, date, integer, link, text } from '../../kit/fields/field.ts'
import { completeness } from './completeness.ts'
import { shifts } from './shifts.ts'

/** What a shift found of the life-saving devices of its department or vehicle. */
export const ambulanceCheck = entity('ambulanceCheck', {
  zh: '急救检查',
  en: 'Emergency check',
  module: 'check',
  path: '/eam/ambulance-check',
  title: 'checkTitle',
  table: 'tenant',
  softDelete: true,
  scope: { dept: 'dept', persons: ['checker'] },
  sort: { by: 'checkDate', descending: true },
  offline: {
    keep: 'write',
    scope: { by: 'person', field: 'checker' },
    states: { checkResult: ['loss'] },
    drafts: { zh: '急救检查', en: 'Emergency check' },
    offlineFields: ['checkTitle', 'dept', 'checkDate', 'shift', 'vehicle', 'checker', 'checkResult', 'lossCount'],
  },
  lines: [
    {
      zh: '检查明细',
      en: 'Lines',
      entity: 'ambulanceCheckLine',
      by: 'check',
      as: 'lines',
      order: 'place',
      max: 200,
      totals: { lineCount: [] },
      hint: { zh: '缺失的物品须在“说明”中填写缺失原因', en: 'Explain missing items in the note' },
    },
  ],
  fields: {
    checkTitle: text({ zh: '检查名称', en: 'Title', list: true, search: true, max: 120, composed: ['dept', 'checkDate'] }),
    dept: link({ zh: '科室', en: 'Department', to: 'dept', required: true, list: true }),
    checkDate: date({ zh: '检查日期', en: 'Date', required: true, list: true }),
    shift: choice({
      zh: '班次',
      en: 'Shift',
      required: true,
      list: true,
      of: shifts,
    }),
    // A shift checks each vehicle once, and phones send both with every check.
    vehicle: text({ zh: '急救车', en: 'Vehicle or trolley', list: true, search: true, max: 40, alwaysShown: true }),
    vehicleCard: link({ zh: '急救车清单', en: 'Trolley list', to: 'ambulanceVehicle', alwaysShown: true }),
    checker: link({ zh: '检查人', en: 'Checked by', to: 'user', readOnly: true, list: true }),
    checkResult: choice({ zh: '结果', en: 'Result', required: true, readOnly: true, list: true, initial: 'complete', of: completeness }),
    lineCount: integer({ zh: '检查项数', en: 'Items', readOnly: true, list: true }),
    lossCount: integer({ zh: '缺失项数', en: 'Missing items', readOnly: true, list: true }),
    handOverTo: text({ zh: '接班人', en: 'Handed over to', list: true, max: 40 }),
    handOverNote: text({ zh: '交班说明', en: 'Note for the next shift', multiline: true, max: 300 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
