import { entity } from '../../kit/entity/entity.ts'
import { flag, link, text } from '../../kit/fields/field.ts'
import { devicePause } from '../asset/device/device-pause.ts'
import { inspected, inspectionKind, inspectionResult } from './statutory-kinds.ts'

const readOnly = { readOnly: true } as const

/** What statutory inspections of one type mean for a device: what was found last, and until when it is valid. */
export const statutoryCard = entity('statutoryCard', {
  zh: '法定检验台账',
  en: 'Statutory inspection ledger',
  module: 'quality',
  path: '/eam/statutory-card',
  title: 'cardTitle',
  called: ['device', 'inspectionKind'],
  table: 'tenant',
  verbs: ['list', 'detail', 'export'],
  scope: { through: 'device' },
  columns: ['cardTitle', 'inspectionKind', 'validUntil', 'result', 'certificateNo', 'body', 'inspectedOn'],
  sort: { by: 'validUntil' },
  emptyAdvice: { zh: '法定检验生效后产生', en: 'A statutory inspection in force creates one' },
  fields: {
    cardTitle: text({ zh: '检验设备', en: 'Inspected device', list: true, search: 'pinyin', max: 140, composed: ['device'] }),
    device: link({ zh: '设备', en: 'Device', to: 'device', required: true, readOnly: true, goesWith: true }),
    inspectionKind: { ...inspectionKind, ...readOnly },
    body: { ...inspected.body, ...readOnly, search: false },
    certificateNo: { ...inspected.certificateNo, ...readOnly },
    inspectedOn: { ...inspected.inspectedOn, ...readOnly },
    validUntil: { ...inspected.validUntil, ...readOnly },
    result: { ...inspectionResult, ...readOnly },
    lastInspection: link({
      zh: '法定检验记录',
      en: 'Statutory inspection record',
      to: 'statutoryInspection',
      readOnly: true,
      list: true,
      goesWith: true,
    }),
    /** The certificate was valid in this system once, so that its end stops the device; one that was entered when it was over only lists it. */
    stopsWhenOver: flag({ zh: '到期停用', en: 'Stops when expired', readOnly: true, list: true }),
    pause: devicePause,
  },
})
