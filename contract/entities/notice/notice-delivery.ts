import { entity } from '../../kit/entity/entity.ts'
import { choice, integer, link, text, time } from '../../kit/fields/field.ts'
import { sendOutcome } from './send-outcome.ts'

/** A notice that goes, or went, through a channel: to whom and how it went. What it says is in the notice, which its person alone reads. */
export const noticeDelivery = entity('noticeDelivery', {
  zh: '消息推送记录',
  en: 'Notice delivery',
  module: 'notice',
  path: '/blade-resource/notice-delivery',
  title: 'channelName',
  emptyAdvice: {
    zh: '启用消息通道后，推送的消息会出现在这里',
    en: 'Notices sent through an active channel appear here',
  },
  table: 'tenant',
  verbs: ['list', 'detail'],
  sort: { by: 'createTime', descending: true },
  fields: {
    channelName: text({ zh: '通道名称', en: 'Channel', required: true, readOnly: true, list: true, search: true, max: 40 }),
    user: link({ zh: '接收人', en: 'To', to: 'user', readOnly: true, list: true, goesWith: true }),
    outcome: sendOutcome,
    tries: integer({ zh: '尝试次数', en: 'Attempts', readOnly: true, list: true }),
    dueAt: time({ zh: '下次尝试', en: 'Next attempt', readOnly: true }),
    cause: choice({
      zh: '原因',
      en: 'Reason',
      readOnly: true,
      list: true,
      of: {
        stopped: { zh: '通道或身份源已停用', en: 'Channel or provider inactive' },
        withdrawn: { zh: '消息已撤回', en: 'Notice withdrawn' },
        read: { zh: '已在系统内阅读', en: 'Already read here' },
        unbound: { zh: '接收人未绑定身份', en: 'Person not bound' },
        addressless: { zh: '接收人没有邮箱', en: 'Person has no e-mail' },
        disabled: { zh: '接收人已停用', en: 'Person inactive' },
        limit: { zh: '已达每日条数', en: 'Daily limit reached' },
        refused: { zh: '对方拒绝', en: 'Refused by the provider' },
        unreachable: { zh: '无法连接', en: 'Not reachable' },
        interrupted: { zh: '发送中断', en: 'Interrupted' },
      },
    }),
    reason: text({ zh: '对方说明', en: 'Provider message', readOnly: true, list: true, max: 200 }),
    receipt: text({ zh: '回执', en: 'Receipt', readOnly: true, max: 100 }),
    sentAt: time({ zh: '发送时间', en: 'Sent at', readOnly: true, list: true }),
  },
})
