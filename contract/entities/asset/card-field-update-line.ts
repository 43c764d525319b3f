import { entity } from '../../kit/entity.ts'
import { choice, integer, link, text } from '../../kit/field.ts'
import type { Words } from '../../kit/words.ts'
import { device } from './device.ts'

/** The fields of a card that a change may be asked for: all that a draft may write but the device it hangs on, which has acts of its own. */
const requestable: Readonly<Record<string, Words>> = Object.fromEntries(
  Object.entries(device.fields).flatMap(([name, field]) =>
    ('readOnly' in field && field.readOnly) || name === 'parent' || name === 'importNote' ? [] : [[name, { zh: field.zh, en: field.en }]],
  ),
)

/** One field of a change request. */
export const cardFieldUpdateLine = entity('cardFieldUpdateLine', {
  zh: '变更字段',
  en: 'Changed field',
  area: 'asset',
  title: 'fieldCode',
  table: 'tenant',
  scope: { through: 'request' },
  fields: {
    request: link({ zh: '变更申请', en: 'Request', to: 'cardFieldUpdate', required: true, readOnly: true }),
    place: integer({ zh: '序号', en: 'Place', required: true, readOnly: true }),
    fieldCode: choice({ zh: '字段', en: 'Field', required: true, list: true, of: requestable }),
    oldText: text({ zh: '原值', en: 'Old value', readOnly: true, list: true, max: 1000 }),
    newText: text({ zh: '新值', en: 'New value', list: true, max: 1000 }),
    oldValue: text({ zh: '原值编号', en: 'Old value as stored', readOnly: true, max: 1000 }),
    newValue: text({ zh: '新值编号', en: 'New value as stored', readOnly: true, max: 1000 }),
  },
})
