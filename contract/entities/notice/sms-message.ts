import { entity } from '../../kit/entity/entity.ts'
import { choice, link, text, time } from '../../kit/fields/field.ts'
import { sendOutcome } from './send-outcome.ts'
import { smsProviders } from './sms-providers.ts'

/** A text message that was asked for: to whom, by which template, how it went. Neither the whole number nor what was filled in is kept. */
export const smsMessage = entity('smsMessage', {
  zh: '短信记录',
  en: 'Text message',
  module: 'notice',
  path: '/blade-resource/sms/message',
  title: 'phone',
  emptyAdvice: { zh: '在短信配置中发送的短信会出现在这里', en: 'Text messages sent with an SMS template appear here' },
  table: 'tenant',
  verbs: ['list', 'detail'],
  sort: { by: 'createTime', descending: true },
  fields: {
    phone: text({ zh: '手机号', en: 'Phone', required: true, readOnly: true, list: true, search: true, max: 20 }),
    smsCode: text({ zh: '资源编号', en: 'Template code', required: true, readOnly: true, list: true, search: true, max: 60 }),
    category: choice({ zh: '短信服务商', en: 'Provider', required: true, readOnly: true, list: true, of: smsProviders }),
    outcome: sendOutcome,
    reason: text({ zh: '原因', en: 'Reason', readOnly: true, list: true, max: 200 }),
    providerNo: text({ zh: '服务商回执', en: 'Provider receipt', readOnly: true, max: 100 }),
    sentAt: time({ zh: '发送时间', en: 'Sent at', readOnly: true, list: true }),
    sender: link({ zh: '发送人', en: 'Sent by', to: 'user', readOnly: true, list: true, goesWith: true }),
  },
})
