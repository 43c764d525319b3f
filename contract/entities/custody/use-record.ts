import { entity } from '../../kit/entity/entity.ts'
import { choice, ids, link, text, time } from '../../kit/fields/field.ts'
import { conditions, proofs, useActs } from './device-use-states.ts'

/** One act of a use with the two people in it, or a note that its users write meanwhile. Acts are written by the steps of the use, notes by people. */
export const deviceUseRecord = entity('deviceUseRecord', {
  zh: '交接记录',
  en: 'Hand-over record',
  many: 'Hand-over records',
  module: 'custody',
  path: '/eam/deviceusemanagelist',
  title: 'recordTitle',
  table: 'tenant',
  softDelete: true,
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  scope: { through: 'useManage' },
  editable: { eventType: ['note'] },
  removable: { eventType: ['note'] },
  sort: { by: 'createTime', descending: true },
  fields: {
    recordTitle: text({ zh: '记录标题', en: 'Title', search: true, max: 120, composed: ['useManage'] }),
    useManage: link({ zh: '使用记录', en: 'Use record', to: 'deviceUse', required: true, list: true }),
    card: link({ zh: '设备', en: 'Device', to: 'device', readOnly: true, anywhere: true, list: true }),
    eventType: choice({ zh: '类型', en: 'Type', required: true, readOnly: true, list: true, initial: 'note', of: useActs }),
    happenedAt: time({ zh: '时间', en: 'When', readOnly: true, list: true }),
    giver: link({ zh: '交出人', en: 'Handed out by', to: 'user', readOnly: true, anywhere: true, list: true }),
    giverProof: choice({ zh: '交出人确认方式', en: 'Hand-out confirmed by', readOnly: true, list: true, of: proofs }),
    taker: link({ zh: '接收人', en: 'Received by', to: 'user', readOnly: true, anywhere: true, list: true }),
    takerProof: choice({ zh: '接收人确认方式', en: 'Receipt confirmed by', readOnly: true, list: true, of: proofs }),
    signature: ids({ zh: '签名', en: 'Signature', to: 'file', readOnly: true, max: 1 }),
    condition: choice({ zh: '设备状况', en: 'Condition', list: true, of: conditions }),
    content: text({ zh: '登记内容', en: 'Note', list: true, multiline: true, max: 1000 }),
    images: ids({ zh: '照片', en: 'Photos', to: 'file', max: 9 }),
  },
})
