import { entity } from '../../kit/entity/entity.ts'
import { machine } from '../../kit/entity/machine.ts'
import { choice, date, ids, integer, link, numbering, text, time } from '../../kit/fields/field.ts'
import { mostItems, recallActions, recallHolds, recallLevels, recallStates } from './recall-kinds.ts'

const course = { zh: '进展', en: 'Course' }

/** A recall by a manufacturer: what it is about, and by what its devices are found. */
export const recall = entity('recall', {
  zh: '厂家召回',
  en: 'Manufacturer recall',
  many: 'Manufacturer recalls',
  module: 'quality',
  path: '/eam/recall',
  title: 'recallNo',
  called: ['recallTitle', 'maker'],
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove', 'export'],
  softDelete: true,
  columns: ['recallNo', 'recallState', 'recallTitle', 'level', 'maker', 'action', 'noticeDate', 'startedAt'],
  sort: { by: 'createTime', descending: true },
  editable: { recallState: ['draft'] },
  removable: { recallState: ['draft'] },
  lines: [
    {
      entity: 'recallItem',
      by: 'recall',
      as: 'items',
      order: 'place',
      max: mostItems,
      required: true,
      totals: { itemCount: [] },
      hint: {
        zh: '可扫描 UDI；其中有批号或序列号的，只匹配该批或该台。限定品牌、厂家时，设备卡上须含有这些字。',
        en: 'A UDI may be scanned; with a lot or serial number in it, it matches that lot or device alone. A brand or manufacturer has to be part of the one on the card.',
      },
    },
  ],
  fields: {
    recallNo: numbering({ zh: '召回编号', en: 'Recall no.', list: true, search: true, unique: true, rule: 'ZH-{yyyy}-000000' }),
    recallState: choice({ zh: '状态', en: 'Status', required: true, readOnly: true, list: true, initial: 'draft', of: recallStates }),
    recallTitle: text({ zh: '召回标题', en: 'Recall title', required: true, list: true, search: 'pinyin', max: 200 }),
    maker: text({ zh: '召回厂家', en: 'Recalling manufacturer', required: true, list: true, search: true, max: 120 }),
    level: choice({ zh: '召回级别', en: 'Recall class', required: true, list: true, initial: 'second', of: recallLevels }),
    noticeDate: date({ zh: '通知日期', en: 'Notice date', required: true, list: true }),
    noticeNo: text({ zh: '通知文号', en: 'Notice no.', list: true, search: true, max: 100 }),
    cause: text({ zh: '召回原因', en: 'Reason for the recall', required: true, multiline: true, max: 2000 }),
    action: choice({ zh: '要求措施', en: 'Required action', required: true, list: true, initial: 'repair', of: recallActions }),
    hold: choice({ zh: '停用要求', en: 'Out-of-service rule', initial: 'byLevel', of: recallHolds }),
    files: ids({ zh: '通知附件', en: 'Notice files', to: 'file', max: 9 }),
    note: text({ zh: '召回说明', en: 'Recall note', multiline: true, max: 1000 }),
    itemCount: integer({ zh: '匹配条件数', en: 'Match lines', readOnly: true }),
    startedAt: time({ zh: '启动时间', en: 'Started', readOnly: true, list: true, group: course }),
    startedBy: link({ zh: '启动人', en: 'Started by', to: 'user', readOnly: true, anywhere: true, group: course }),
    closedAt: time({ zh: '结束时间', en: 'Ended', readOnly: true, group: course }),
    closedBy: link({ zh: '结束人', en: 'Ended by', to: 'user', readOnly: true, anywhere: true, group: course }),
    closeNote: text({ zh: '结论', en: 'Conclusion', readOnly: true, multiline: true, max: 1000, group: course }),
    cancelReason: text({ zh: '取消原因', en: 'Cancellation reason', readOnly: true, max: 200, group: course }),
  },
})

const { fields } = recall

/** From the notice of the manufacturer to the last device. Devices are found and taken out of service by the start. */
export const recalling = machine(recall, 'recallState', {
  start: { from: ['draft'], to: 'open', zh: '启动召回', en: 'Start the recall', may: 'recall.manage', confirm: true, input: {} },
  close: {
    from: ['open'],
    to: 'closed',
    zh: '关闭召回',
    en: 'Close the recall',
    may: 'recall.manage',
    input: { closeNote: { ...fields.closeNote, readOnly: false } },
  },
  cancel: {
    from: ['open'],
    to: 'cancelled',
    zh: '取消召回',
    en: 'Cancel the recall',
    may: 'recall.manage',
    confirm: true,
    input: { cancelReason: { ...fields.cancelReason, readOnly: false, required: true, multiline: true } },
  },
})
