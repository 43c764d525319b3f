import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, integer, text, time } from '../../kit/fields/field.ts'
import { smsNumbers, smsProviders } from './sms-providers.ts'

/** Messages a day that one phone gets through a template that says nothing else. */
export const smsDayLimit = 10

const delivered = { when: { field: 'category', is: ['aliyun', 'webhook'] } } as const
const ofAliyun = { when: { field: 'category', is: ['aliyun'] } } as const

/** A template of text messages with who delivers it. Its secret is stored apart and is in no answer. */
export const sms = entity('sms', {
  zh: '短信配置',
  en: 'SMS template',
  module: 'notice',
  path: '/blade-resource/sms',
  title: 'smsCode',
  table: 'tenant',
  verbs: ['list', 'detail', 'submit', 'remove'],
  softDelete: true,
  others: {
    takes: { category: { as: 'category', keys: smsNumbers } },
    shows: { categoryName: { as: 'categoryValue' }, status: { as: 'isStopped', keys: { '': 2, 0: 2, 1: 1 } } },
    listed: ['regionId', 'accessKey', 'remark'],
  },
  fields: {
    smsCode: text({
      zh: '资源编号',
      en: 'Template code',
      required: true,
      list: true,
      search: true,
      unique: true,
      max: 60,
      pattern: '^[0-9A-Za-z][0-9A-Za-z_.-]*$',
      example: 'repair_done',
    }),
    category: choice({ zh: '短信服务商', en: 'Provider', required: true, list: true, of: smsProviders }),
    templateId: text({ zh: '模板编号', en: 'Template ID', list: true, max: 100 }),
    content: text({ zh: '模板内容', en: 'Template text', max: 500, multiline: true }),
    signName: text({ zh: '短信签名', en: 'Signature', list: true, max: 60, ...delivered }),
    endpoint: text({
      zh: '服务地址',
      en: 'Provider address',
      max: 300,
      pattern: '^https?://[^\\s]+$',
      example: 'https://sms.example.org/send',
      ...delivered,
    }),
    regionId: text({ zh: '地域', en: 'Region', max: 40, pattern: '^[0-9A-Za-z-]+$', example: 'cn-hangzhou', ...ofAliyun }),
    accessKey: text({ zh: '访问密钥', en: 'Access key', max: 128, ...ofAliyun }),
    dayLimit: integer({ zh: '每个号码每日条数', en: 'Daily messages per phone', min: 1, max: 1000 }),
    isStopped: flag({ zh: '停用', en: 'Inactive', readOnly: true, list: true }),
    secretSetAt: time({ zh: '密钥设置时间', en: 'Secret set at', readOnly: true, list: true }),
    remark: text({ zh: '备注', en: 'Remark', search: true, max: 200 }),
  },
})
