import { entity } from '../../kit/entity/entity.ts'
import { date, decimal, link, text } from '../../kit/fields/field.ts'

/** The work that a device did, for cards that are charged by units of work. Readings of one month add up. */
export const depreciationWork = entity('depreciationWork', {
  zh: '设备工作量',
  en: 'Device workload',
  module: 'ledger',
  path: '/eam/depreciation-work',
  title: 'workTitle',
  searchHint: { zh: '设备名称', en: 'Device name' },
  table: 'tenant',
  softDelete: true,
  scope: { through: 'device' },
  fields: {
    workTitle: text({ zh: '名称', en: 'Name', search: true, max: 200, composed: ['device', 'workedOn'] }),
    device: link({ zh: '设备卡', en: 'Device card', to: 'device', required: true, list: true }),
    workedOn: date({ zh: '日期（计入当月）', en: 'Date (counts for its month)', required: true, list: true }),
    units: decimal({ zh: '工作量', en: 'Workload', required: true, list: true, scale: 3, min: 0, max: 999_999_999 }),
    remark: text({ zh: '备注', en: 'Remark', list: true, max: 200 }),
  },
})
