import { noticeChannel } from '../../entities/notice/notice-channel.ts'
import { one, out, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { flag, text } from '../../kit/fields/field.ts'

const id = text({ zh: noticeChannel.zh, en: noticeChannel.en, required: true, max: 36 })

/** Lets notices leave through a channel from now on, or no longer. */
export const channelEnable = call('noticeChannel.enable', {
  zh: '启用消息通道',
  en: 'Activate a notice channel',
  module: 'notice',
  method: 'POST',
  path: '/blade-resource/notice-channel/enable',
  may: 'noticeChannel.submit',
  writes: true,
  changes: ['noticeChannel', 'noticeDelivery'],
  answers: one(saved),
  input: { id, isStopped: flag({ zh: '停用', en: 'Inactive' }) },
})
/** Stores the token and the signing secret of a robot; no answer ever says them. */
export const channelSecret = call('noticeChannel.secret', {
  zh: '设置机器人密钥',
  en: 'Set robot secrets',
  module: 'notice',
  method: 'POST',
  path: '/blade-resource/notice-channel/secret',
  may: 'noticeChannel.submit',
  writes: true,
  changes: ['noticeChannel'],
  answers: one(saved),
  input: {
    id,
    robotToken: text({
      zh: 'Webhook 中的 access_token',
      en: 'Webhook access_token',
      required: true,
      max: 200,
      pattern: '^[0-9A-Za-z_-]+$',
    }),
    secretKey: text({ zh: '加签密钥（SEC 开头）', en: 'Signing secret (SEC…)', required: true, max: 200 }),
  },
})
/** Stores the password of a mail server's account; no answer ever says it. */
export const channelMailSecret = call('noticeChannel.mailSecret', {
  zh: '设置邮箱密码',
  en: 'Set the mail password',
  module: 'notice',
  method: 'POST',
  path: '/blade-resource/notice-channel/mail-secret',
  may: 'noticeChannel.submit',
  writes: true,
  changes: ['noticeChannel'],
  answers: one(saved),
  input: { id, secretKey: text({ zh: '邮箱密码或授权码', en: 'Password or authorisation code', required: true, max: 200 }) },
})
/** Sends an e-mail to the own address and answers once the server has taken it, or with what it said. */
export const channelTest = call('noticeChannel.test', {
  zh: '发送测试邮件',
  en: 'Send a test e-mail',
  module: 'notice',
  method: 'POST',
  path: '/blade-resource/notice-channel/test',
  may: 'noticeChannel.submit',
  writes: true,
  changes: ['noticeChannel'],
  answers: one({ address: out.text }),
  input: { id },
})
