import { entity } from '../../../kit/entity/entity.ts'
import { choice, date, link, numbering, text, time } from '../../../kit/fields/field.ts'
import { stopCauses, stopKinds } from './stop-kinds.ts'

const lifting = { zh: '解除', en: 'Return to service' }

/** One stop of a device: it may not be given out or used until every stop of it is lifted. An open stop has no `liftedAt`. */
export const deviceStop = entity('deviceStop', {
  zh: '设备停用',
  en: 'Out-of-service record',
  many: 'Out-of-service records',
  module: 'asset',
  path: '/eam/device-stop',
  title: 'stopNo',
  called: ['device', 'stopKind'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  columns: ['stopNo', 'device', 'stopKind', 'cause', 'reason', 'since', 'liftedAt'],
  sort: { by: 'since', descending: true },
  fields: {
    stopNo: numbering({ zh: '停用单号', en: 'Record no.', list: true, search: true, unique: true, rule: 'TY-{yyyy}-000000' }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, list: true, goesWith: true }),
    stopKind: choice({ zh: '停用类型', en: 'Out-of-service type', required: true, readOnly: true, list: true, of: stopKinds }),
    cause: choice({ zh: '停用依据', en: 'Cause', readOnly: true, list: true, of: stopCauses }),
    reason: text({ zh: '停用原因', en: 'Out-of-service reason', readOnly: true, list: true, search: true, multiline: true, max: 500 }),
    certificateNo: text({ zh: '证书编号', en: 'Certificate no.', readOnly: true, list: true, search: true, max: 100 }),
    validUntil: date({ zh: '有效期至', en: 'Valid until', readOnly: true, list: true }),
    measureRecord: link({ zh: '计量记录', en: 'Metrology record', to: 'measureRecord', readOnly: true }),
    recall: link({ zh: '厂家召回', en: 'Manufacturer recall', to: 'recall', readOnly: true, list: true }),
    since: time({ zh: '停用时间', en: 'Out of service since', required: true, readOnly: true, list: true }),
    placedBy: link({ zh: '停用人', en: 'Taken out of service by', to: 'user', readOnly: true, list: true }),
    liftedAt: time({ zh: '解除时间', en: 'Returned to service at', readOnly: true, list: true, group: lifting }),
    liftedBy: link({ zh: '解除人', en: 'Returned to service by', to: 'user', readOnly: true, list: true, group: lifting }),
    liftReason: text({ zh: '解除原因', en: 'Return reason', readOnly: true, list: true, multiline: true, max: 500, group: lifting }),
  },
})
