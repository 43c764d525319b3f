import { supplier } from '../../entities/supply/supplier.ts'
import { one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { ids, link } from '../../kit/fields/field.ts'

/** Names the supplier of many devices at once. */
export const setSupplier = call('supplier.setDevices', {
  module: 'supply',
  zh: '批量设置设备供应商',
  en: 'Set device supplier',
  method: 'POST',
  path: `${supplier.path}/batch-set-device`,
  may: 'device.submit',
  writes: true,
  changes: ['device'],
  timeoutS: 60,
  answers: one({ changed: out.number }),
  input: {
    supplier: link({ zh: '供应商', en: 'Supplier', to: 'supplier', required: true }),
    ids: ids({ zh: '设备卡', en: 'Device cards', to: 'device', required: true, max: 5000 }),
  },
})
