import { entity } from '../../kit/entity/entity.ts'
import { integer, link, text } from '../../kit/fields/field.ts'

/** How many devices of a class have to stay in a department while others are lent. */
export const poolMinimum = entity('poolMinimum', {
  zh: '科室保留数',
  en: 'Department minimum',
  module: 'pool',
  path: '/eam/share/minimum',
  title: 'minimumTitle',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  columns: ['minimumTitle', 'dept', 'deviceClass', 'minimum', 'remark'],
  scope: { dept: 'dept' },
  fields: {
    minimumTitle: text({
      zh: '科室保留数',
      en: 'Department minimum',
      list: true,
      search: true,
      max: 240,
      composed: ['dept', 'deviceClass'],
    }),
    dept: link({ zh: '科室', en: 'Department', to: 'dept', required: true, list: true }),
    deviceClass: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass', required: true, list: true }),
    minimum: integer({ zh: '至少保留（台）', en: 'Minimum to keep', required: true, list: true, min: 1, max: 9999 }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
