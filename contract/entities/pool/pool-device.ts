import { entity } from '../../kit/entity/entity.ts'
import { choice, link, money, text } from '../../kit/fields/field.ts'
import { priceKinds } from './pool-price.ts'

/** A device that departments lend to each other, with its price. Everyone who may see the pool sees all of it. */
export const poolDevice = entity('poolDevice', {
  zh: '共享设备',
  en: 'Shared device',
  module: 'pool',
  path: '/eam/share/pool',
  title: 'poolTitle',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  columns: ['poolTitle', 'deviceCode', 'lendDept', 'deviceClass', 'priceKind', 'unitPrice', 'remark'],
  sort: { by: 'createTime', descending: true },
  fields: {
    poolTitle: text({ zh: '共享设备', en: 'Shared device', list: true, search: 'pinyin', max: 140, composed: ['device'] }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true }),
    // Kept true by the card, for people who do not see it.
    deviceCode: text({ zh: '资产编号', en: 'Asset number', readOnly: true, list: true, search: true, max: 120 }),
    lendDept: link({ zh: '所在科室', en: 'Department', to: 'dept', readOnly: true, list: true }),
    deviceClass: link({ zh: '医疗器械分类', en: 'Device class', to: 'deviceClass', readOnly: true, list: true }),
    priceKind: choice({ zh: '计费方式', en: 'Billing', required: true, list: true, initial: 'hour', of: priceKinds }),
    unitPrice: money({ zh: '单价（元）', en: 'Price', required: true, min: 0, list: true, perUnit: true }),
    remark: text({ zh: '备注', en: 'Remark', list: true, multiline: true, max: 500 }),
  },
})
