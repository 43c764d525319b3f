import { longestPassword, shortestRange } from '../../entities/identity/password-lengths.ts'
import { user } from '../../entities/identity/user.ts'
import { accessEvents } from '../../entities/record/access-log.ts'
import { listOf, one, out, pageOf, saved } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { flag, ids, integer, link, text } from '../../kit/fields/field.ts'
import { sessionRow } from './session-row.ts'

const users = ids({ zh: '用户', en: 'Users', to: 'user', required: true, max: 200 })
const oneUser = link({ zh: '用户', en: 'User', to: 'user', required: true })
const page = { current: integer({ zh: '页码', en: 'Page' }), size: integer({ zh: '每页', en: 'Page size' }) }
const { passwordReset, unlock: unlocking, remove: removing } = accessEvents

/** Gives people these roles and no others, the first one as their main role; the grantor cannot grant rights that they do not hold. */
export const grantUsers = call('user.grant', {
  zh: '授予角色',
  en: 'Grant roles',
  module: 'identity',
  method: 'POST',
  path: ['/blade-user/grant', '/blade-system/user/grant'],
  may: 'user.grant',
  writes: true,
  answers: one({ granted: out.number }),
  input: { userIds: users, roleIds: ids({ zh: '角色', en: 'Roles', to: 'role', required: true, max: 21 }) },
})
/** Ends the lock after too many wrong passwords. */
export const unlockUsers = call('user.unlock', {
  zh: unlocking.zh,
  en: 'Unlock',
  module: 'identity',
  method: 'POST',
  path: ['/blade-user/unlock', '/blade-system/user/unlock'],
  may: 'user.unlock',
  writes: true,
  answers: one({ unlocked: out.number }),
  input: { userIds: users },
})
/** Gives a person a password that must be changed at the next sign-in: the one that was typed, or a new one that only this answer says. */
export const resetPassword = call('user.resetPassword', {
  zh: passwordReset.zh,
  en: 'Reset password',
  module: 'identity',
  method: 'POST',
  path: '/osm/user/reset-password',
  may: 'user.reset',
  writes: true,
  answers: one({ ...saved, account: out.text, password: out.optional(out.text) }),
  input: { user: oneUser, password: text({ zh: '初始密码', en: 'First password', max: longestPassword }) },
})
export const updateStatus = call('user.updateStatus', {
  zh: '启用或停用用户',
  en: 'Activate or deactivate users',
  module: 'identity',
  method: 'POST',
  path: '/osm/user/update-user-status',
  may: 'user.status',
  writes: true,
  answers: one({ changed: out.number }),
  input: { userIds: users, status: { ...user.fields.status, readOnly: false } },
})
/** The same as a switch of one person. */
export const updateActive = call('user.updateActive', {
  zh: '启用或停用用户',
  en: 'Activate or deactivate users',
  module: 'identity',
  method: 'POST',
  path: '/osm/user/update-user-active',
  may: 'user.status',
  writes: true,
  answers: one({ changed: out.number }),
  input: { user: oneUser, isActive: flag({ zh: '启用', en: 'Active', required: true }) },
})
export const removeUsers = call('user.remove', {
  zh: removing.zh,
  en: 'Delete users',
  module: 'identity',
  method: 'POST',
  path: ['/blade-user/remove', '/blade/user/remove', '/blade-system/user/remove'],
  may: 'user.remove',
  writes: true,
  answers: one({ removed: out.number }),
  input: { ids: users },
})
/** What waits for a person: open repairs, running checks, kept cards. */
export const transferList = call('user.transferList', {
  zh: '查看待交接事项',
  en: 'View work to hand over',
  module: 'identity',
  method: 'GET',
  path: '/osm/user/transfer-list',
  may: 'user.transfer',
  answers: pageOf({
    id: out.text,
    kind: out.text,
    kindValue: out.text,
    title: out.nullable(out.text),
    state: out.text,
    stateValue: out.text,
  }),
  input: { user: oneUser, ...page },
})
/** Hands all of it to a colleague, in one transaction. */
export const transferOrder = call('user.transferOrder', {
  zh: '交接',
  en: 'Hand over',
  module: 'identity',
  method: 'POST',
  path: '/osm/user/transfer-order',
  may: 'user.transfer',
  writes: true,
  answers: one(out.map(out.number)),
  input: { user: oneUser, to: link({ zh: '接手人', en: 'To', to: 'user', required: true }) },
})
/** The heads and keepers of a department. */
export const deptAdmin = call('user.deptAdmin', {
  zh: '科室负责人',
  en: 'Department heads',
  module: 'identity',
  method: 'GET',
  path: '/blade-user/dept-admin',
  may: 'user.list',
  answers: listOf({ id: out.text, realName: out.text, phone: out.nullable(out.text), roleName: out.text }),
  input: { dept: link({ zh: '科室', en: 'Department', to: 'dept', required: true }) },
})
/** Says how long passwords of the tenant must be at least; those that are in use stay until they are changed. */
export const passwordRule = call('user.passwordRule', {
  zh: '密码长度规则',
  en: 'Password length rule',
  module: 'identity',
  method: 'POST',
  path: '/osm/user/password-rule',
  may: 'user.passwordRule',
  writes: true,
  answers: one({ shortest: out.number }),
  input: { shortest: integer({ zh: '密码最少位数', en: 'Minimum password length', required: true, ...shortestRange }) },
})
/** Changes one's own password; every other session of the person ends. */
export const updatePassword = call('user.updatePassword', {
  zh: '修改密码',
  en: 'Change password',
  module: 'identity',
  method: 'POST',
  path: ['/osm/user/update-password', '/blade-system/user/update-password'],
  may: 'session',
  writes: true,
  answers: one({ changed: out.boolean }),
  input: {
    oldPassword: text({ zh: '原密码', en: 'Current password', required: true, max: longestPassword }),
    newPassword: text({ zh: '新密码', en: 'New password', required: true, max: longestPassword }),
    newPassword1: text({ zh: '确认密码', en: 'Confirm new password', required: true, max: longestPassword }),
  },
})
/** Changes what a person may say of themselves. */
export const updateInfo = call('user.updateInfo', {
  zh: '修改个人信息',
  en: 'Edit my information',
  module: 'identity',
  method: 'POST',
  path: ['/blade-user/update-info', '/blade-system/user/update-info'],
  may: 'session',
  writes: true,
  answers: one(saved),
  input: {
    realName: { ...user.fields.realName },
    name: text({ zh: user.fields.nickName.zh, en: user.fields.nickName.en, max: user.fields.nickName.max }),
    phone: text({ zh: '手机号码', en: 'Phone', required: true, max: 20 }),
    email: { ...user.fields.email },
    /** A picture that was uploaded before: its id or its address; empty: none. */
    avatar: text({ zh: '头像', en: 'Picture', max: 200 }),
  },
})
export const userSessions = call('user.sessions', {
  zh: '查看用户会话',
  en: 'View user sessions',
  module: 'identity',
  method: 'GET',
  path: '/osm/user/sessions',
  may: 'user.sessions',
  answers: listOf(sessionRow),
  input: { user: oneUser },
})
/** Ends one session of a person, or all of them. */
export const endUserSessions = call('user.endSessions', {
  zh: '结束用户会话',
  en: 'End user sessions',
  module: 'identity',
  method: 'POST',
  path: '/osm/user/end-sessions',
  may: 'user.sessions',
  writes: true,
  answers: one({ ended: out.boolean }),
  input: { user: oneUser, id: text({ zh: '会话', en: 'Session', max: 36, pattern: '^[0-9a-f-]{36}$' }) },
})
