import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, integer, link, text, time } from '../../kit/fields/field.ts'

/** Messages a day that one person gets through a channel that says nothing else. */
export const channelDayLimit = 50

const robot = { zh: '钉钉群机器人', en: 'DingTalk group robot' }

/** Where notices go beside the bell: to each person from an app of WeCom or DingTalk, or announcements to a group. Its secrets are stored apart. */
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
      of: { app: { zh: '企业微信或钉钉应用消息（发给本人）', en: 'App message to each person (WeCom or DingTalk)' }, robot },
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
    isStopped: flag({ zh: '停用', en: 'Inactive', readOnly: true, list: true }),
    secretSetAt: time({ zh: '密钥设置时间', en: 'Secret set at', readOnly: true, list: true }),
    remark: text({ zh: '备注', en: 'Remark', search: true, max: 200 }),
  },
})
