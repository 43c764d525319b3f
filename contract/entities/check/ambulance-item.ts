import { entity } from '../../kit/entity/entity.ts'
import { date, integer, link, text } from '../../kit/fields/field.ts'

/** What belongs on a vehicle or trolley, how many of it, and until when it may be used. */
export const ambulanceItem = entity('ambulanceItem', {
  zh: '急救车物品',
  en: 'Trolley item',
  module: 'check',
  path: '/eam/ambulance-item',
  title: 'itemName',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'vehicle' },
  offline: {
    keep: 'read',
    scope: { by: 'parent', field: 'vehicle' },
    offlineFields: ['vehicle', 'place', 'itemName', 'device', 'quantity', 'leastQuantity', 'unit', 'expiresOn'],
  },
  fields: {
    vehicle: link({ zh: '急救车清单', en: 'Trolley list', to: 'ambulanceVehicle', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    itemName: text({ zh: '物品名称', en: 'Item', required: true, list: true, search: true, max: 100 }),
    device: link({ zh: '设备', en: 'Device', to: 'device', goesWith: true }),
    quantity: integer({ zh: '标准数量', en: 'Standard quantity', required: true, list: true, initial: 1, min: 1, max: 9999 }),
    leastQuantity: integer({ zh: '最少数量', en: 'Minimum quantity', list: true, min: 0, max: 9999 }),
    unit: text({ zh: '单位', en: 'Unit', list: true, max: 10 }),
    expiresOn: date({ zh: '有效期至', en: 'Expires on', list: true }),
  },
})
