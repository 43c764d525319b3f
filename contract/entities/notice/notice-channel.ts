import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, integer, link, text, time } from '../../kit/fields/field.ts'

/** Messages a day that one person gets through a channel that says nothing else. */
export const channelDayLimit = 50

const robot = { zh: '钉钉群机器人', en: 'DingTalk group robot' }
const mail = { group: { zh: '邮件服务器', en: 'Mail server' }, when: { field: 'kind', is: ['mail'] } } as const

/** How a connection to a mail server is encrypted. */
export const mailSecurities = {
  tls: { zh: 'SSL/TLS（通常端口 465）', en: 'SSL/TLS (usually port 465)' },
  starttls: { zh: 'STARTTLS（通常端口 587）', en: 'STARTTLS (usually port 587)' },
  none: { zh: '不加密（仅限内网且无密码）', en: 'None (inside networks only, without a password)' },
} as const

/** Where notices go beside the bell: to each person from an app of WeCom or DingTalk or by e-mail, or announcements to a group. Its secrets are stored apart. */
export const noticeChannel = entity('noticeChannel', {
  zh: '消息通道',
  en: 'Notice channel',
  module: 'notice',
  path: '/blade-resource/notice-channel',
  title: 'channelName',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove'],
  softDelete: true,
  fields: {
    channelName: text({ zh: '通道名称', en: 'Channel', required: true, list: true, search: true, unique: true, max: 40 }),
    kind: choice({
      zh: '通道类型',
      en: 'Channel type',
      required: true,
      list: true,
      of: {
        app: { zh: '企业微信或钉钉应用消息（发给本人）', en: 'App message to each person (WeCom or DingTalk)' },
        robot,
        mail: { zh: '电子邮件（发给本人）', en: 'E-mail to each person' },
      },
    }),
    provider: link({
      zh: '所用应用（身份源）',
      en: 'App (identity provider)',
      to: 'identityProvider',
      list: true,
      when: { field: 'kind', is: ['app'] },
    }),
    dayLimit: integer({ zh: '每人每日条数', en: 'Daily messages per person', min: 1, max: 1000 }),
    robotAddress: text({
      zh: '机器人服务地址（私有化部署时填写）',
      en: 'Robot service address (if self-hosted)',
      max: 300,
      pattern: '^https?://[^\\s/?#]+$',
      example: 'https://dingtalk.example.org',
      group: robot,
      when: { field: 'kind', is: ['robot'] },
    }),
    mailHost: text({
      zh: '服务器地址',
      en: 'Server',
      max: 200,
      pattern: '^[0-9A-Za-z]([0-9A-Za-z.:-]*[0-9A-Za-z])?$',
      example: 'smtp.example.org',
      ...mail,
    }),
    mailPort: integer({ zh: '端口', en: 'Port', min: 1, max: 65_535, ...mail }),
    mailSecurity: choice({ zh: '加密方式', en: 'Encryption', of: mailSecurities, ...mail }),
    mailUser: text({ zh: '登录账号', en: 'Account', max: 120, ...mail }),
    mailFrom: text({ zh: '发件人邮箱', en: 'From', max: 80, pattern: '^[^@\\s<>]+@[^@\\s<>]+$', example: 'notice@hospital.cn', ...mail }),
    caCertificate: text({
      zh: 'CA 证书（PEM，自建证书时填写）',
      en: 'CA certificate (PEM, if not publicly trusted)',
      multiline: true,
      max: 16_000,
      ...mail,
    }),
    isStopped: flag({ zh: '停用', en: 'Inactive', readOnly: true, list: true }),
    secretSetAt: time({ zh: '密钥设置时间', en: 'Secret set at', readOnly: true, list: true }),
    remark: text({ zh: '备注', en: 'Remark', search: true, max: 200 }),
  },
})
