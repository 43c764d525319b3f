import { entity } from '../../../kit/entity/entity.ts'
import { choice, date, integer, link, money, text } from '../../../kit/fields/field.ts'

export const devicePart = entity('devicePart', {
  zh: '设备配件',
  en: 'Device part',
  module: 'asset',
  path: '/eam/deviceparts',
  title: 'partName',
  peek: true,
  table: 'tenant',
  softDelete: true,
  scope: { through: 'device' },
  fields: {
    partName: text({ zh: '配件名称', en: 'Part', required: true, list: true, search: 'pinyin', max: 100 }),
    partModel: text({ zh: '规格型号', en: 'Model', list: true, search: true, max: 100 }),
    device: link({ zh: '所属设备', en: 'Device', to: 'device', list: true }),
    warehouse: link({ zh: '库房', en: 'Warehouse', to: 'warehouse', list: true }),
    manufacturer: text({ zh: '生产厂家', en: 'Manufacturer', list: true, search: true, max: 100 }),
    quantity: integer({ zh: '数量', en: 'Quantity', required: true, list: true, min: 0, max: 99999 }),
    reserved: integer({ zh: '已预留', en: 'Reserved', readOnly: true, list: true }),
    minimum: integer({ zh: '最低库存', en: 'Minimum stock', list: true, min: 0, max: 99999 }),
    stockStatus: choice({
      zh: '库存状态',
      en: 'Stock',
      readOnly: true,
      list: true,
      of: {
        enough: { zh: '充足', en: 'Sufficient', tone: 'good' },
        low: { zh: '低于最低库存', en: 'Below minimum', tone: 'bad' },
      },
    }),
    ordered: integer({ zh: '采购计划在途', en: 'In open plans', readOnly: true }),
    reorder: choice({
      zh: '补货状态',
      en: 'Reorder',
      readOnly: true,
      of: {
        due: { zh: '待采购', en: 'To order', tone: 'bad' },
        ordered: { zh: '已列入采购计划', en: 'In a purchase plan', tone: 'busy' },
        none: { zh: '无需采购', en: 'Nothing to order', tone: 'plain' },
      },
    }),
    suggested: integer({ zh: '建议采购数量', en: 'Suggested quantity', readOnly: true }),
    expiresOn: date({ zh: '有效期至', en: 'Expires on', list: true }),
    unitPrice: money({ zh: '单价', en: 'Unit price', min: 0, list: true, perUnit: true }),
    stockValue: money({ zh: '库存金额', en: 'Stock value', readOnly: true, list: true }),
    purchaseDate: date({ zh: '购置日期', en: 'Purchased', list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
