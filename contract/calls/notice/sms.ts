import { sms } from '../../entities/notice/sms.ts'
import { listOf, one, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { flag, text } from '../../kit/fields/field.ts'

/** Most phones of one message. */
export const mostPhones = 100

const id = text({ zh: sms.zh, en: sms.en, required: true, max: 36 })

/** Puts a template into service, or out of it with `isStopped`. */
export const smsEnable = call('sms.enable', {
  zh: '启用短信配置',
  en: 'Activate an SMS template',
  module: 'notice',
  method: 'POST',
  path: '/blade-resource/sms/enable',
  may: 'sms.submit',
  writes: true,
  changes: ['sms'],
  answers: one(saved),
  input: { id, isStopped: flag({ zh: '停用', en: 'Inactive' }) },
})
/** Stores the secret of a template; no answer ever says it. */
export const smsSecret = call('sms.secret', {
  zh: '设置短信密钥',
  en: 'Set an SMS template secret',
  module: 'notice',
  method: 'POST',
  path: '/blade-resource/sms/secret',
  may: 'sms.submit',
  writes: true,
  changes: ['sms'],
  answers: one(saved),
  input: { id, secretKey: text({ zh: '密钥', en: 'Secret', required: true, max: 200 }) },
})
/** Sends a message to one phone or several. `params`: what fills the template, by name, as JSON. Rows say how each went. */
export const smsSend = call('sms.send', {
  zh: '发送短信',
  en: 'Send a text message',
  module: 'notice',
  method: 'POST',
  path: '/blade-resource/sms/endpoint/send-message',
  may: 'sms.send',
  writes: true,
  changes: ['smsMessage'],
  answers: listOf({ id: out.text, phone: out.text, outcome: out.text }),
  input: {
    code: text({ zh: '资源编号', en: 'Template code', required: true, max: 60 }),
    phones: text({ zh: '手机号', en: 'Phones', required: true, max: 2000 }),
    params: text({ zh: '模板参数', en: 'Template values', max: 2000, multiline: true, example: '{"code":"123456"}' }),
  },
})
