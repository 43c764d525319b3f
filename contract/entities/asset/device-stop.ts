import { entity } from '../../kit/entity.ts'
import { choice, date, link, numbering, text, time } from '../../kit/field.ts'
import { stopCauses, stopKinds } from './stop-kinds.ts'

const lifting = { zh: '解除', en: 'Lifting' }

/** One stop of a device: it may not be given out or used until every stop of it is lifted. An open stop has no `liftedAt`. */
export const deviceStop = entity('deviceStop', {
  zh: '设备停用',
  en: 'Device stop',
  many: 'Device stops',
  area: 'asset',
  path: '/eam/device-stop',
  title: 'stopNo',
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  columns: ['stopNo', 'device', 'stopKind', 'cause', 'reason', 'since', 'liftedAt'],
  sort: { by: 'since', descending: true },
  fields: {
    stopNo: numbering({ zh: '停用单号', en: 'Stop', list: true, search: true, unique: true, rule: 'TY-{yyyy}-000000' }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, list: true, goesWith: true }),
    stopKind: choice({ zh: '停用类型', en: 'Kind of stop', required: true, readOnly: true, list: true, of: stopKinds }),
    cause: choice({ zh: '停用依据', en: 'Cause', readOnly: true, list: true, of: stopCauses }),
    reason: text({ zh: '停用原因', en: 'Reason for the stop', readOnly: true, list: true, search: true, multiline: true, max: 500 }),
    certificateNo: text({ zh: '证书编号', en: 'Certificate', readOnly: true, list: true, search: true, max: 100 }),
    validUntil: date({ zh: '有效期至', en: 'Valid until', readOnly: true, list: true }),
    measureRecord: link({ zh: '计量记录', en: 'Metrology record', to: 'measureRecord', readOnly: true }),
    since: time({ zh: '停用时间', en: 'Stopped at', required: true, readOnly: true, list: true }),
    placedBy: link({ zh: '停用人', en: 'Stopped by', to: 'user', readOnly: true, list: true }),
    liftedAt: time({ zh: '解除时间', en: 'Lifted at', readOnly: true, list: true, group: lifting }),
    liftedBy: link({ zh: '解除人', en: 'Lifted by', to: 'user', readOnly: true, list: true, group: lifting }),
    liftReason: text({ zh: '解除原因', en: 'Reason for lifting', readOnly: true, list: true, multiline: true, max: 500, group: lifting }),
  },
})
