import { entity } from '../../../kit/entity/entity.ts'
import { choice, link, text, time } from '../../../kit/fields/field.ts'

/** A tag that is stuck on a device: its code, and the card that has it. */
export const deviceTag = entity('deviceTag', {
  zh: '电子标签',
  en: 'Tag',
  module: 'asset',
  path: '/eam/taginputting',
  title: 'tagCode',
  called: ['tagKind', 'device'],
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { through: 'device' },
  editable: { editStatus: ['open'] },
  removable: { editStatus: ['open'], tagStatus: ['free'] },
  fields: {
    tagCode: text({ zh: '标签编码', en: 'Tag code', required: true, list: true, search: true, unique: true, code: true, max: 64 }),
    tagKind: choice({
      zh: '标签类型',
      en: 'Tag type',
      required: true,
      list: true,
      initial: 'rfid',
      of: {
        rfid: { zh: 'RFID', en: 'RFID' },
        nfc: { zh: 'NFC', en: 'NFC' },
        beacon: { zh: '定位标签', en: 'Locating tag' },
        barcode: { zh: '条码', en: 'Barcode' },
      },
    }),
    device: link({ zh: '绑定设备', en: 'Device', to: 'device', readOnly: true, list: true }),
    tagStatus: choice({
      zh: '绑定状态',
      en: 'Binding',
      required: true,
      readOnly: true,
      list: true,
      initial: 'free',
      of: { free: { zh: '未绑定', en: 'Unbound', tone: 'plain' }, bound: { zh: '已绑定', en: 'Bound', tone: 'good' } },
    }),
    editStatus: choice({
      zh: '编辑状态',
      en: 'Edit status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'open',
      of: { open: { zh: '可编辑', en: 'Open', tone: 'good' }, locked: { zh: '已锁定', en: 'Locked', tone: 'plain' } },
    }),
    boundAt: time({ zh: '绑定时间', en: 'Bound at', readOnly: true, list: true }),
    remark: text({ zh: '备注', en: 'Remark', multiline: true, max: 500 }),
  },
})
