import { file, one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { choice, integer, items, link, text } from '../../kit/fields/field.ts'

const page = { current: integer({ zh: '页码', en: 'Page' }), size: integer({ zh: '每页', en: 'Page size' }) }
const moment = out.nullable(out.text)
const facts = { module: 'record' } as const
const filters = {
  keyword: text({ zh: '姓名或账号', en: 'Name or account', max: 45 }),
  dept: link({ zh: '科室', en: 'Department', to: 'dept' }),
  role: link({ zh: '角色', en: 'Role', to: 'role' }),
  right: text({ zh: '权限代码', en: 'Permission code', max: 80 }),
}

/** Who has which role, since when and by whom, when they signed in last, and when it was reviewed. */
export const accessReviewList = call('accessReview.list', {
  ...facts,
  zh: '权限复核',
  en: 'Access review',
  method: 'GET',
  path: '/blade-log/access-review/list',
  may: 'accessReview.list',
  reads: ['user', 'role'],
  answers: pageOf({
    id: out.text,
    userId: out.text,
    account: out.text,
    realName: out.text,
    deptName: moment,
    status: out.text,
    roleId: out.text,
    roleName: out.text,
    lastSignIn: moment,
    since: moment,
    grantedByName: moment,
    reviewedAt: moment,
    reviewedByName: moment,
  }),
  input: { ...filters, ...page },
})
export const accessReviewExport = call('accessReview.export', {
  ...facts,
  zh: '导出权限复核清单',
  en: 'Export the access review',
  method: 'GET',
  path: '/blade-log/access-review/export',
  may: 'accessReview.export',
  answers: file,
  input: {
    ...filters,
    format: choice({ zh: '格式', en: 'Format', of: { xlsx: { zh: 'XLSX', en: 'XLSX' }, csv: { zh: 'CSV', en: 'CSV' } } }),
  },
})
/** Says that these people rightly have these roles; kept with who says it and when, until the role is taken away. */
export const accessReviewMark = call('accessReview.mark', {
  ...facts,
  zh: '标记为已复核',
  en: 'Mark as reviewed',
  method: 'POST',
  path: '/blade-log/access-review/mark',
  may: 'accessReview.mark',
  writes: true,
  changes: [],
  answers: one({ reviewed: out.number }),
  input: {
    rows: items({
      zh: '人员与角色',
      en: 'People and roles',
      required: true,
      max: 500,
      fields: {
        user: link({ zh: '用户', en: 'User', to: 'user', required: true }),
        role: link({ zh: '角色', en: 'Role', to: 'role', required: true }),
      },
    }),
  },
})
const source = { roleId: out.text, roleName: out.text, since: moment, byName: moment, scope: moment } as const
/** What a person may do, and where each right comes from: the roles, since when, given by whom, over which rows. */
export const accessExplain = call('accessReview.explain', {
  ...facts,
  zh: '权限说明',
  en: 'Explain a person’s permissions',
  method: 'GET',
  path: '/blade-log/access-review/explain',
  may: 'accessReview.list',
  reads: ['user', 'role', 'dataScope'],
  answers: one({
    id: out.text,
    realName: out.text,
    account: out.text,
    lastSignIn: moment,
    roles: out.list(source),
    rights: out.list({ code: out.text, name: out.text, menuName: moment, from: out.list(source) }),
  }),
  input: { user: link({ zh: '用户', en: 'User', to: 'user', required: true }) },
})
/** Who changed roles, rights, data scopes, menus, packages and parameters, the newest first, with what was before and after. */
export const accessChanges = call('accessReview.changes', {
  ...facts,
  zh: '权限变更记录',
  en: 'Permission changes',
  method: 'GET',
  path: '/blade-log/access-review/changes',
  may: 'accessReview.list',
  reads: [],
  answers: pageOf({
    id: out.text,
    createTime: out.text,
    createUserName: moment,
    entity: out.text,
    entityValue: out.text,
    entityId: out.text,
    title: moment,
    verb: out.text,
    detail: moment,
    changes: out.list({ name: out.text, from: moment, to: moment }),
  }),
  input: { keyword: text({ zh: '操作人', en: 'Changed by', max: 45 }), entity: text({ zh: '对象', en: 'Record type', max: 60 }), ...page },
})
