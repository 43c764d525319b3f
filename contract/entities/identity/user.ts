import { entity } from '../../kit/entity/entity.ts'
import { choice, flag, ids, link, text, time } from '../../kit/fields/field.ts'

export const user = entity('user', {
  zh: '用户',
  en: 'User',
  module: 'identity',
  path: ['/blade/user', '/blade-user', '/blade-system/user'],
  title: 'realName',
  about: ['dept', 'role'],
  table: 'tenant',
  governs: true,
  sql: 'app_user',
  verbs: ['list', 'page', 'detail', 'select', 'submit', 'export'],
  names: {
    list: ['list', 'user-list'],
    select: ['select', 'user-select'],
    submit: ['save', 'update', 'submit'],
    export: ['export', 'export-user'],
  },
  softDelete: true,
  retired: { when: { status: ['stopped'] }, linked: { role: { roleAlias: ['virtual'] } } },
  scope: { dept: 'dept' },
  others: {
    takes: { name: { as: 'nickName' } },
    shows: { statusName: { as: 'statusValue' } },
    listed: ['nickName', 'email', 'postId'],
    // What kind of program a person uses is kept by `user.updatePlatform`.
    passes: ['userType', 'userTypeName', 'sex', 'sexName', 'birthday', 'code'],
  },
  fields: {
    account: text({ zh: '登录账号', en: 'Account', required: true, list: true, search: true, unique: true, max: 45 }),
    realName: text({ zh: '姓名', en: 'Name', required: true, list: true, search: 'pinyin', max: 45 }),
    nickName: text({ zh: '昵称', en: 'Nickname', max: 45, fold: true }),
    phone: text({ zh: '手机', en: 'Phone', list: true, max: 11, pattern: '^\\d{11}$', example: '13800000000' }),
    email: text({ zh: '邮箱', en: 'Email', max: 80, pattern: '^[^@\\s]+@[^@\\s]+$', example: 'name@hospital.cn' }),
    dept: link({ zh: '所属科室', en: 'Department', to: 'dept', list: true }),
    role: link({ zh: '角色', en: 'Role', to: 'role', required: true, list: true, width: 170 }),
    // Rights and data scopes of all roles add up.
    moreRoles: ids({ zh: '其他角色', en: 'Additional roles', to: 'role', max: 20 }),
    // Several ids under the name that front ends of the given calls use.
    postId: ids({ zh: '岗位', en: 'Positions', to: 'post', max: 20, fold: true }),
    status: choice({
      zh: '状态',
      en: 'Status',
      required: true,
      readOnly: true,
      list: true,
      initial: 'active',
      of: { active: { zh: '启用', en: 'Active', tone: 'good' }, stopped: { zh: '停用', en: 'Inactive', tone: 'bad' } },
    }),
    lastSignIn: time({ zh: '最近登录', en: 'Last sign-in', readOnly: true, list: true }),
    lockedUntil: time({ zh: '锁定至', en: 'Locked until', readOnly: true, list: true }),
    // Another person set the password: every call except changing it is refused.
    mustChange: flag({ zh: '待改密码', en: 'Must change password', readOnly: true, list: true }),
  },
})
