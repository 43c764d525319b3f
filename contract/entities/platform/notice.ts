import { entity } from '../../kit/entity.ts'
import { choice, flag, link, text, time } from '../../kit/field.ts'

/** What people are told of. The word of the kind and the subject make the sentence, in the reader's language. */
export const noticeKinds = {
  repair_reported: { zh: '新报修', en: 'New repair report', tone: 'bad' },
  repair_stop_asked: { zh: '申请停用，待您确认', en: 'A stop of use waits for your confirmation', tone: 'bad' },
  repair_accepted: { zh: '报修已受理', en: 'Your report was accepted', tone: 'busy' },
  repair_assigned: { zh: '派给您的维修', en: 'A repair was assigned to you', tone: 'warn' },
  repair_waiting: { zh: '维修等待配件', en: 'The repair waits for parts', tone: 'warn' },
  repair_finished: { zh: '维修完工，请验收', en: 'Repaired: please accept', tone: 'good' },
  repair_returned: { zh: '维修被退回', en: 'The repair was sent back', tone: 'bad' },
  repair_done: { zh: '维修已验收', en: 'The repair was accepted', tone: 'good' },
  repair_scrapped: { zh: '维修转报废', en: 'Disposal was suggested', tone: 'warn' },
  repair_cancelled: { zh: '报修已取消', en: 'The report was cancelled', tone: 'plain' },
  repair_reminded: { zh: '催单', en: 'Reminder of a repair', tone: 'bad' },
  check_started: { zh: '盘点开始', en: 'An inventory check has started', tone: 'busy' },
  check_submitted: { zh: '科室盘点已提交', en: 'A department was submitted', tone: 'warn' },
  check_anew: { zh: '请重新盘点', en: 'Please count again', tone: 'bad' },
  check_posted: { zh: '盘点已入账', en: 'A count was posted', tone: 'good' },
  check_moved: { zh: '您保管的设备位置已更新', en: 'A device you keep was moved', tone: 'warn' },
  import_ended: { zh: '导入结束', en: 'An import has ended', tone: 'plain' },
  check_review: { zh: '盘点待复核', en: 'A late observation to review', tone: 'warn' },
} as const

/** The pages that a notice leads to. */
export const noticeTargets = {
  repairOrder: { zh: '维修工单', en: 'Repair order' },
  checkTask: { zh: '盘点任务', en: 'Inventory check' },
  device: { zh: '设备卡', en: 'Device card' },
  importJob: { zh: '数据导入', en: 'Import' },
} as const

/** A notice to one person; nobody else sees it. */
export const notice = entity('notice', {
  zh: '消息',
  en: 'Notice',
  area: 'platform',
  path: '/osm/notice',
  title: 'subject',
  table: 'tenant',
  verbs: ['list', 'detail'],
  scope: { own: 'user' },
  offline: {
    keep: 'write',
    scope: { by: 'person', field: 'user' },
    slim: ['kind', 'subject', 'detail', 'target', 'targetId', 'isRead', 'sentAt'],
  },
  sort: { by: 'createTime', descending: true },
  fields: {
    kind: choice({ zh: '类型', en: 'Kind', required: true, readOnly: true, list: true, of: noticeKinds }),
    subject: text({ zh: '主题', en: 'Subject', required: true, readOnly: true, list: true, search: true, max: 200 }),
    detail: text({ zh: '内容', en: 'Content', readOnly: true, list: true, max: 500 }),
    user: link({ zh: '接收人', en: 'To', to: 'user', required: true, readOnly: true }),
    target: choice({ zh: '跳转', en: 'Leads to', readOnly: true, list: true, of: noticeTargets }),
    targetId: text({ zh: '跳转记录', en: 'Record', readOnly: true, list: true, max: 36 }),
    isRead: flag({ zh: '已读', en: 'Read', readOnly: true, list: true }),
    readAt: time({ zh: '阅读时间', en: 'Read at', readOnly: true }),
    sentAt: time({ zh: '时间', en: 'When', readOnly: true, list: true }),
  },
})
