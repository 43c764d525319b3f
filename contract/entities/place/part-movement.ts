import { entity } from '../../kit/entity/entity.ts'
import { choice, integer, link, money, text } from '../../kit/fields/field.ts'

/** What changed the stock of a part. The database writes one for each change of a quantity, by hand, by an entry or by an order. */
export const partMovement = entity('partMovement', {
  zh: '配件出入库',
  en: 'Part movement',
  module: 'place',
  path: '/eam/part-movement',
  title: 'itemName',
  table: 'tenant',
  append: true,
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'part' },
  sort: { by: 'createTime', descending: true },
  fields: {
    itemName: text({ zh: '配件名称', en: 'Part', required: true, list: true, search: true, max: 100 }),
    part: link({ zh: '库存配件', en: 'Part in stock', to: 'devicePart', required: true, list: true, goesWith: true }),
    movementKind: choice({
      zh: '类型',
      en: 'Type',
      required: true,
      list: true,
      of: {
        entry: { zh: '入库', en: 'Entry', tone: 'good' },
        opening: { zh: '期初', en: 'Opening stock', tone: 'plain' },
        repair: { zh: '维修领用', en: 'Used in a repair', tone: 'busy' },
        maintenance: { zh: '保养领用', en: 'Used in maintenance', tone: 'busy' },
        return: { zh: '退库', en: 'Returned to stock', tone: 'good' },
        issue: { zh: '预留发放', en: 'Issued', tone: 'busy' },
        adjust: { zh: '登记调整', en: 'Adjustment', tone: 'plain' },
      },
    }),
    quantity: integer({ zh: '变动数量', en: 'Change', required: true, list: true }),
    balance: integer({ zh: '结存', en: 'Balance', required: true, list: true }),
    amount: money({ zh: '变动金额', en: 'Change in value', list: true }),
    entry: link({ zh: '入库单', en: 'Warehouse entry', to: 'warehouseEntry', list: true, goesWith: true }),
    repair: link({ zh: '维修工单', en: 'Repair order', to: 'repairOrder', list: true, goesWith: true }),
    maintenance: link({ zh: '保养工单', en: 'Maintenance order', to: 'maintainOrder', list: true, goesWith: true }),
  },
})
