import { purchaseOrigin } from '../entities/supply/purchase-origin.ts'
import { measure } from '../kit/figures/measure.ts'

/** What was spent on devices that came in, by department, class and supplier, and what the same model cost over time. */
export const purchasedDevices = measure('purchasedDevices', purchaseOrigin, {
  zh: '采购支出统计',
  en: 'Purchase spending',
  module: 'supply',
  path: '/eam/measure/purchased-devices',
  page: '/eam/purchase-origin',
  filters: ['supplier', 'dept', 'deviceClass', 'budget'],
  period: 'enteredOn',
  groups: {
    month: { by: 'enteredOn', as: 'month', words: { zh: '入库月份', en: 'Entry month' } },
    year: { by: 'enteredOn', as: 'year', words: { zh: '入库年份', en: 'Entry year' } },
    dept: { by: 'dept' },
    deviceClass: { by: 'deviceClass' },
    supplier: { by: 'supplier' },
  },
  figures: {
    count: {
      kind: 'count',
      zh: '采购设备数',
      en: 'Purchased devices',
      unit: 'devices',
      formula: { zh: '由入库单建立、数据范围内的设备数。', en: 'Devices in your data scope that a warehouse entry created.' },
    },
    amount: {
      kind: 'sum',
      of: 'unitPrice',
      zh: '采购支出',
      en: 'Amount spent',
      unit: 'money',
      formula: { zh: '这些设备的入库单价之和。', en: 'The prices at which these devices came in, added up.' },
    },
    price: {
      kind: 'mean',
      where: { unitPrice: '_some' },
      of: 'unitPrice',
      zh: '平均单价',
      en: 'Mean price',
      unit: 'money',
      formula: { zh: '这些设备的入库单价的平均值。', en: 'The mean of the prices at which these devices came in.' },
    },
  },
})
