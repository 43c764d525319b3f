import { flat, listOf, one, out, plain } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { items, text } from '../../kit/fields/field.ts'
import { freshFactor } from './fresh-factor.ts'
import { sessionRow } from './session-row.ts'

/** What a log-in answers: flat, in snake case. */
const tokens = {
  access_token: out.text,
  refresh_token: out.text,
  token_type: out.text,
  expires_in: out.number,
  scope: out.text,
  tenant_id: out.text,
  tenant_name: out.text,
  user_id: out.text,
  user_name: out.text,
  account: out.text,
  real_name: out.text,
  nick_name: out.text,
  avatar: out.text,
  dept_id: out.nullable(out.text),
  role_id: out.nullable(out.text),
  role_name: out.nullable(out.text),
  oauth_id: out.text,
} as const
/** Who is signed in. `role_name`: the stable key of the role; `mustChange`: nothing is answered until the given password is changed. */
const personInfo = {
  user_id: out.text,
  userId: out.text,
  account: out.text,
  realName: out.text,
  nickName: out.nullable(out.text),
  phone: out.nullable(out.text),
  email: out.nullable(out.text),
  mustChange: out.boolean,
  /** Nothing is answered until a second factor is set up. */
  mustEnrol: out.boolean,
  /** Fewest characters of a new password in this tenant. */
  shortestPassword: out.number,
  avatar: out.text,
  deptId: out.nullable(out.text),
  deptName: out.nullable(out.text),
  roleId: out.nullable(out.text),
  role_name: out.nullable(out.text),
  roleName: out.nullable(out.text),
  tenantId: out.text,
  tenantName: out.text,
  belongTenant: out.list({ tenantId: out.text, tenantName: out.text }),
  isLocked: out.boolean,
  /** The session has a lock password; without one the log-in password opens the lock. */
  hasLockPassword: out.boolean,
  /** All roles of the person, and the one that this session acts in; null: all of them together. */
  heldRoles: out.list({ id: out.text, name: out.text }),
  actingRoleId: out.nullable(out.text),
  rights: out.list(out.text),
  epoch: out.number,
} as const

/** A directory gets the password itself, whose length is its own rule. */
const longestDirectoryPassword = 256

const tenantId = text({ zh: '租户编号', en: 'Tenant', max: 12, pattern: '^[0-9A-Za-z]+$', example: '100001' })
/** The exact name of a hospital, in place of its number. */
const tenantName = text({ zh: '机构名称', en: 'Organisation', max: 100 })
const id = (zh: string, en: string) => text({ zh, en, max: 40 })

/** The token request; parameters come in the query, the body or the headers Tenant-Id, Captcha-Key, Captcha-Code. */
export const token = call('session.token', {
  zh: '登录',
  en: 'Sign in',
  module: 'identity',
  method: 'POST',
  path: '/osm/auth/oauth/token',
  may: 'public',
  writes: true,
  answers: flat(tokens),
  input: {
    tenantId,
    tenantName,
    username: text({ zh: '账号', en: 'Account', max: 45 }),
    password: text({ zh: '密码', en: 'Password', max: longestDirectoryPassword }),
    grant_type: text({ zh: '授权类型', en: 'Grant type', required: true, max: 30 }),
    scope: text({ zh: '范围', en: 'Scope', max: 20 }),
    type: text({ zh: '类型', en: 'Type', max: 20 }),
    platform: text({ zh: '平台', en: 'Platform', max: 20 }),
    refreshToken: text({ zh: '刷新令牌', en: 'Refresh token', max: 200 }),
    refresh_token: text({ zh: '刷新令牌', en: 'Refresh token', max: 200 }),
    deptId: id('科室', 'Department'),
    roleId: id('角色', 'Role'),
    key: text({ zh: '验证码编号', en: 'Captcha key', max: 60 }),
    code: text({ zh: '验证码', en: 'Captcha', max: 4000 }),
    source: text({ zh: '来源', en: 'Source', max: 40 }),
    iss: text({ zh: '签发者', en: 'Issuer', max: 300 }),
    state: text({ zh: '状态', en: 'Status', max: 200 }),
    totp: text({ zh: '动态验证码', en: 'Verification code', max: 20 }),
    passkey: freshFactor.passkey,
    remember: text({ zh: '记住此设备', en: 'Remember this device', max: 5 }),
  },
})
export const refresh = call('session.refresh', {
  zh: '刷新登录',
  en: 'Refresh the session',
  module: 'identity',
  method: 'POST',
  path: '/blade-auth/oauth/token/refresh',
  may: 'public',
  writes: true,
  answers: flat(tokens),
  input: {
    tenantId,
    refreshToken: token.input.refreshToken,
    refresh_token: token.input.refresh_token,
    deptId: token.input.deptId,
    roleId: token.input.roleId,
    grant_type: text({ zh: '授权类型', en: 'Grant type', max: 30 }),
  },
})
export const captcha = call('session.captcha', {
  zh: '验证码',
  en: 'Captcha',
  module: 'identity',
  method: 'GET',
  path: '/blade-auth/oauth/captcha',
  may: 'public',
  answers: flat({ key: out.text, image: out.text }),
  input: {},
})
export const logout = call('session.logout', {
  zh: '退出',
  en: 'Sign out',
  module: 'identity',
  method: 'GET',
  path: '/blade-auth/oauth/logout',
  may: 'session',
  writes: true,
  // Where the browser goes on to sign out at the provider that the session began with.
  answers: plain({ signedOut: out.boolean, address: out.optional(out.text) }),
  input: {},
})
export const uploadLogs = call('session.uploadLogs', {
  zh: '上传错误日志',
  en: 'Upload error logs',
  module: 'identity',
  method: 'POST',
  path: '/blade-auth/oauth/logout',
  may: 'session',
  writes: true,
  answers: plain({ stored: out.number }),
  input: {
    logs: items({
      zh: '日志',
      en: 'Logs',
      required: true,
      max: 200,
      fields: {
        type: text({ zh: '类型', en: 'Type', max: 40 }),
        message: text({ zh: '内容', en: 'Message', multiline: true, max: 4000 }),
        stack: text({ zh: '堆栈', en: 'Stack', multiline: true, max: 20000 }),
        info: text({ zh: '信息', en: 'Info', multiline: true, max: 4000 }),
        url: text({ zh: '页面', en: 'Page', max: 2000 }),
        time: text({ zh: '时间', en: 'Time', max: 60 }),
      },
    }),
  },
})
export const clearCache = call('session.clearCache', {
  zh: '清除缓存',
  en: 'Clear caches',
  module: 'identity',
  method: 'GET',
  path: '/blade-auth/oauth/clear-cache',
  may: 'tenant.clearCache',
  writes: true,
  answers: plain({ cleared: out.boolean }),
  input: {},
})
export const userInfo = call('session.userInfo', {
  zh: '我的信息',
  en: 'My information',
  module: 'identity',
  method: 'GET',
  path: ['/blade-user/info', '/osm/user/info', '/blade-system/user/info'],
  may: 'session',
  answers: one(personInfo),
  input: {},
})
export const lockScreen = call('session.lock', {
  zh: '锁屏',
  en: 'Lock the screen',
  module: 'identity',
  method: 'POST',
  path: '/osm/session/lock',
  may: 'session',
  writes: true,
  answers: plain({ locked: out.boolean }),
  /** SHA-256 of the lock password, where the session has none yet or gets another one. */
  input: { password: text({ zh: '锁屏密码', en: 'Lock password', max: 64 }) },
})
export const unlockScreen = call('session.unlock', {
  zh: '解锁',
  en: 'Unlock the screen',
  module: 'identity',
  method: 'POST',
  path: '/osm/session/unlock',
  may: 'session',
  writes: true,
  answers: plain({ locked: out.boolean }),
  input: { password: text({ zh: '密码', en: 'Password', required: true, max: 64 }) },
})
/** The session acts in one role of the person from now on, or in all of them again (`all`). The department is the person's own. */
export const switchRole = call('session.switchRole', {
  zh: '切换角色',
  en: 'Switch role',
  module: 'identity',
  method: 'POST',
  path: '/osm/session/switch-role',
  may: 'session',
  writes: true,
  answers: plain({ switched: out.boolean }),
  input: { deptId: id('部门', 'Department'), roleId: id('角色', 'Role') },
})
/** Where one is signed in: browser, shortened address, last use. */
export const mySessions = call('session.mine', {
  zh: '我的登录',
  en: 'My sessions',
  module: 'identity',
  method: 'GET',
  path: '/osm/session/list',
  may: 'session',
  answers: listOf(sessionRow),
  input: {},
})
/** Ends one of one's own sessions, or all but this one. */
export const revokeSession = call('session.revoke', {
  zh: '结束登录',
  en: 'End a session',
  module: 'identity',
  method: 'POST',
  path: '/osm/session/revoke',
  may: 'session',
  writes: true,
  answers: one({ ended: out.boolean }),
  input: {
    id: text({ zh: '会话', en: 'Session', max: 36, pattern: '^[0-9a-f-]{36}$' }),
    others: { kind: 'flag', zh: '其他全部', en: 'All others' },
  },
})
