import { entity } from '../../kit/entity/entity.ts'
import { choice, date, ids, integer, link, money, text } from '../../kit/fields/field.ts'
import { mostSerialText } from './serial-text.ts'

/** What a line brings: cards of devices, cards attached to those of the device line above, or parts for the stock. */
export const entryLineKinds = {
  device: { zh: '设备', en: 'Device' },
  accessory: { zh: '附属设备', en: 'Attached device' },
  part: { zh: '配件耗材', en: 'Part or consumable' },
} as const

/** A model that an entry brings, with its quantity and price. */
export const warehouseEntryLine = entity('warehouseEntryLine', {
  zh: '入库明细',
  en: 'Warehouse entry line',
  module: 'place',
  path: '/eam/warehouse/enter-list',
  title: 'itemName',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'entry' },
  fields: {
    entry: link({ zh: '入库单', en: 'Warehouse entry', to: 'warehouseEntry', required: true, readOnly: true, list: true }),
    place: integer({ zh: '序号', en: 'No.', required: true, readOnly: true }),
    lineKind: choice({ zh: '类型', en: 'Type', required: true, list: true, initial: 'device', of: entryLineKinds }),
    itemName: text({ zh: '名称', en: 'Name', required: true, list: true, search: true, max: 100 }),
    model: text({ zh: '规格型号', en: 'Model', list: true, search: true, max: 100 }),
    manufacturer: text({ zh: '生产厂家', en: 'Manufacturer', list: true, search: true, max: 100 }),
    quantity: integer({ zh: '数量', en: 'Quantity', required: true, list: true, min: 1, max: 99999 }),
    unitPrice: money({ zh: '单价', en: 'Unit price', list: true, min: 0, perUnit: true }),
    registrationNo: text({ zh: '注册证号', en: 'Registration number', max: 80 }),
    classify: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass' }),
    assetsCategory: link({ zh: '资产分类', en: 'Asset category', to: 'assetsCategory' }),
    /** One for each device, in the order of the cards. */
    serials: text({ zh: '出厂编号清单', en: 'Serial numbers', multiline: true, max: mostSerialText }),
    warrantyEnd: date({ zh: '保修到期', en: 'Warranty until' }),
    stockPart: link({ zh: '库存配件', en: 'Part in stock', to: 'devicePart' }),
    cards: ids({ zh: '设备卡', en: 'Device cards', to: 'device', readOnly: true, max: 500 }),
  },
})
