import { entity } from '../../kit/entity/entity.ts'
import { choice, link, text } from '../../kit/fields/field.ts'

/** Which program wrote an entry, as the logs of front ends of the given calls say it. */
export const ofProgram = { serviceId: { is: 'wardkeeper' }, env: { is: 'prod' } } as const

/** What happens to log-ins and rights, and what leaves as a file. */
export const accessEvents = {
  signIn: { zh: '登录', en: 'Signed in', tone: 'good' },
  wrongPassword: { zh: '密码错误', en: 'Wrong password', tone: 'warn' },
  firstExpired: { zh: '初始密码已过期', en: 'First password expired', tone: 'warn' },
  lockedOut: { zh: '锁定', en: 'Locked out', tone: 'bad' },
  federatedRegistered: { zh: '统一登录后申请账号', en: 'Account requested after single sign-on', tone: 'plain' },
  federatedRefused: { zh: '统一登录被拒绝', en: 'Single sign-on refused', tone: 'warn' },
  identityBound: { zh: '绑定身份', en: 'Identity bound', tone: 'warn' },
  identityReleased: { zh: '解除身份绑定', en: 'Identities unlinked', tone: 'warn' },
  signOut: { zh: '退出', en: 'Signed out', tone: 'plain' },
  switchTenant: { zh: '切换机构', en: 'Switched organisation', tone: 'good' },
  switchRole: { zh: '切换角色', en: 'Switched role', tone: 'plain' },
  wrongLock: { zh: '锁屏密码错误', en: 'Wrong lock password', tone: 'warn' },
  refreshReuse: { zh: '令牌被重复使用', en: 'Refresh token used twice', tone: 'bad' },
  revoke: { zh: '结束会话', en: 'Session ended', tone: 'warn' },
  passwordChange: { zh: '修改密码', en: 'Password changed', tone: 'plain' },
  passwordRule: { zh: '密码规则变更', en: 'Password rule changed', tone: 'warn' },
  passwordReset: { zh: '重置密码', en: 'Password reset', tone: 'warn' },
  resetCode: { zh: '发送重置密码验证码', en: 'Password code sent', tone: 'plain' },
  wrongCode: { zh: '重置密码验证码错误', en: 'Wrong password code', tone: 'warn' },
  passwordRecovered: { zh: '密码经验证码重置', en: 'Password reset with a code', tone: 'warn' },
  factorOn: { zh: '启用二次验证', en: 'Second factor on', tone: 'good' },
  factorOff: { zh: '关闭二次验证', en: 'Second factor off', tone: 'warn' },
  wrongFactor: { zh: '二次验证失败', en: 'Wrong second factor', tone: 'warn' },
  passkeyAdded: { zh: '添加通行密钥', en: 'Passkey added', tone: 'good' },
  passkeyRemoved: { zh: '删除通行密钥', en: 'Passkey deleted', tone: 'warn' },
  passkeySuspected: { zh: '通行密钥疑似被复制', en: 'Passkey may be copied', tone: 'bad' },
  feedMade: { zh: '生成日历订阅', en: 'Calendar feed created', tone: 'warn' },
  feedEnded: { zh: '停止日历订阅', en: 'Calendar feed ended', tone: 'plain' },
  unlock: { zh: '解除锁定', en: 'Unlocked', tone: 'warn' },
  status: { zh: '启用或停用', en: 'Activated or deactivated', tone: 'warn' },
  remove: { zh: '删除用户', en: 'User deleted', tone: 'warn' },
  roleChange: { zh: '角色变更', en: 'Role changed', tone: 'warn' },
  hospital: { zh: '机构变更', en: 'Organisation changed', tone: 'warn' },
  export: { zh: '导出数据', en: 'Exported data', tone: 'plain' },
  rightsChange: { zh: '角色权限变更', en: 'Role permissions changed', tone: 'warn' },
  accessReview: { zh: '权限复核', en: 'Access reviewed', tone: 'plain' },
} as const

/** Retention of the log in days; the database refuses to delete a younger row and to change any row. */
export const accessLogDays = 180

/** Sign-ins and changes of accounts and rights. Holds no password, token or hash, and no account name that does not exist. */
export const accessLog = entity('accessLog', {
  zh: '登录日志',
  en: 'Sign-in log',
  module: 'record',
  path: '/blade-log/usual',
  title: 'event',
  table: 'tenant',
  append: true,
  large: true,
  repeating: true,
  scope: { through: 'user' },
  verbs: ['list', 'detail', 'export'],
  sort: { by: 'createTime', descending: true },
  others: {
    shows: {
      ...ofProgram,
      logId: { as: 'id' },
      logLevel: { as: 'outcome', keys: { done: 'info', refused: 'warn' } },
      title: { as: 'eventValue' },
      logData: { as: 'detail' },
      remoteIp: { as: 'address' },
      userAgent: { as: 'client' },
      createBy: { as: 'account' },
    },
  },
  fields: {
    event: choice({ zh: '事件', en: 'Event', required: true, readOnly: true, list: true, of: accessEvents }),
    outcome: choice({
      zh: '结果',
      en: 'Result',
      required: true,
      readOnly: true,
      list: true,
      of: { done: { zh: '成功', en: 'Done', tone: 'good' }, refused: { zh: '拒绝', en: 'Refused', tone: 'bad' } },
    }),
    account: text({ zh: '账号', en: 'Account', readOnly: true, list: true, search: true, max: 45 }),
    user: link({ zh: '用户', en: 'User', to: 'user', readOnly: true, list: true }),
    actor: link({ zh: '操作人', en: 'Done by', to: 'user', readOnly: true, list: true }),
    address: text({ zh: '地址', en: 'Address', readOnly: true, list: true, search: true, max: 45 }),
    client: text({ zh: '浏览器', en: 'Browser', readOnly: true, list: true, max: 60 }),
    detail: text({ zh: '说明', en: 'Note', readOnly: true, list: true, max: 500 }),
  },
})
