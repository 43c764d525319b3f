import { entity } from '../../kit/entity/entity.ts'
import { choice, date, link, text } from '../../kit/fields/field.ts'
import { plannedOn } from '../../kit/fields/planned-on.ts'
import { devicePause } from '../asset/device/device-pause.ts'
import { qualityResults } from './quality-kinds.ts'

/** What quality control by one template means for a device: when it is due next, and what it found last. */
export const qualityCard = entity('qualityCard', {
  zh: '质控台账',
  en: 'Quality control schedule',
  many: 'Quality control schedules',
  module: 'quality',
  path: '/eam/quality-card',
  title: 'cardTitle',
  called: ['device', 'template'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  scope: { through: 'device' },
  columns: ['cardTitle', 'template', 'nextDue', 'lastOn', 'lastResult', 'lastControl'],
  sort: { by: 'nextDue' },
  fields: {
    cardTitle: text({ zh: '质控设备', en: 'Controlled device', list: true, search: 'pinyin', max: 140, composed: ['device'] }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, goesWith: true }),
    template: link({ zh: '质控模板', en: 'Quality control template', to: 'qualityTemplate', required: true, list: true }),
    nextDue: date({ zh: '下次质控日期', en: 'Next control due', list: true }),
    /** The day that is planned for the next control; until the control is finished. */
    plannedOn,
    lastOn: date({ zh: '上次质控日期', en: 'Last controlled on', readOnly: true, list: true }),
    lastResult: choice({ zh: '上次质控结果', en: 'Last control result', readOnly: true, list: true, of: qualityResults }),
    lastControl: link({ zh: '质控记录', en: 'Quality control record', to: 'qualityControl', readOnly: true, list: true, goesWith: true }),
    pause: devicePause,
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
