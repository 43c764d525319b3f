import { entity } from '../../kit/entity/entity.ts'
import { choice, link, text, time } from '../../kit/fields/field.ts'

/** Someone without an account who asks for one; an administrator of the tenant decides. */
export const registration = entity('registration', {
  zh: '账号注册申请',
  en: 'Registration',
  module: 'identity',
  path: '/blade-user/registration',
  title: 'account',
  emptyAdvice: {
    zh: '在登录页申请的账号会在这里等待审核',
    en: 'Accounts requested on the sign-in page wait here for review',
  },
  table: 'tenant',
  verbs: ['list', 'detail'],
  sort: { by: 'createTime', descending: true },
  fields: {
    account: text({ zh: '登录账号', en: 'Account', required: true, readOnly: true, list: true, search: true, max: 45 }),
    realName: text({ zh: '姓名', en: 'Name', required: true, readOnly: true, list: true, search: true, max: 45 }),
    phone: text({ zh: '手机', en: 'Phone', readOnly: true, list: true, max: 11 }),
    email: text({ zh: '邮箱', en: 'Email', readOnly: true, max: 80 }),
    source: text({ zh: '身份由此证实', en: 'Identity proven by', readOnly: true, list: true, max: 40 }),
    state: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'waiting',
      of: {
        waiting: { zh: '待审核', en: 'Waiting', tone: 'warn' },
        approved: { zh: '已通过', en: 'Approved', tone: 'good' },
        refused: { zh: '未通过', en: 'Refused', tone: 'bad' },
      },
    }),
    decider: link({ zh: '审核人', en: 'Decided by', to: 'user', readOnly: true, list: true, goesWith: true }),
    decidedAt: time({ zh: '审核时间', en: 'Decided at', readOnly: true, list: true }),
  },
})
