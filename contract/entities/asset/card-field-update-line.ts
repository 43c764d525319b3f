import { entity } from '../../kit/entity/entity.ts'
import { choice, integer, link, text } from '../../kit/fields/field.ts'
import { requestable } from './device/requestable-fields.ts'

/** One field of a change request. */
export const cardFieldUpdateLine = entity('cardFieldUpdateLine', {
  zh: '变更字段',
  en: 'Changed field',
  module: 'asset',
  title: 'fieldCode',
  table: 'tenant',
  scope: { through: 'request' },
  fields: {
    request: link({ zh: '变更申请', en: 'Request', to: 'cardFieldUpdate', required: true, readOnly: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    fieldCode: choice({ zh: '字段', en: 'Field', required: true, list: true, of: requestable }),
    oldText: text({ zh: '变更前', en: 'Old value', readOnly: true, list: true, max: 1000 }),
    newText: text({ zh: '变更后', en: 'New value', list: true, max: 1000 }),
    oldValue: text({ zh: '变更前的存储值', en: 'Old value as stored', readOnly: true, internal: true, max: 1000 }),
    newValue: text({ zh: '变更后的存储值', en: 'New value as stored', readOnly: true, internal: true, max: 1000 }),
  },
})
