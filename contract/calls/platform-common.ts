import { listOf, one, option, out, pageOf } from '../kit/answer.ts'
import { call } from '../kit/call.ts'
import { choice, integer, link, text } from '../kit/field.ts'

const facts = { area: 'platform' } as const
const tenantId = text({ zh: '租户编号', en: 'Tenant', max: 12, pattern: '^[0-9A-Za-z]{1,12}$', example: '100001' })

/** Roles as a tree, of those that are named; roles have none below them. */
export const roleTreeById = call('role.treeById', {
  ...facts,
  zh: '指定角色树',
  en: 'Selected role tree',
  method: 'GET',
  path: '/blade-system/role/tree-by-id',
  may: 'role.list',
  answers: listOf({ ...option, value: out.text, key: out.text, title: out.text, roleAlias: out.text, hasChildren: out.boolean }),
  input: { role: link({ zh: '角色', en: 'Role', to: 'role', required: true }) },
})
/** The one database and where files lie. Another database is refused: tenants are apart by row level security. */
export const tenantDatasource = call('hospital.datasource', {
  ...facts,
  zh: '租户数据源',
  en: 'Tenant database',
  method: 'POST',
  path: '/blade-system/tenant/datasource',
  may: 'hospital.submit',
  writes: true,
  changes: [],
  answers: one({ tenantId: out.text, datasourceId: out.text, datasourceName: out.text, files: out.text }),
  input: { tenantId, datasourceId: text({ zh: '数据源', en: 'Database', max: 64 }) },
})
const datasource = { id: out.text, name: out.text, driverClass: out.text, isDeleted: out.flag, status: out.number } as const
const ofDatasource = { ...facts, method: 'GET', may: 'codeForm.list', reads: [] } as const
/** The one database of all tenants; its address and its account are in no answer. */
export const datasourceSelect = call('datasource.select', {
  ...ofDatasource,
  zh: '数据源选项',
  en: 'Database options',
  path: '/blade-develop/datasource/select',
  answers: listOf(datasource),
  input: {},
})
export const datasourceList = call('datasource.list', {
  ...ofDatasource,
  zh: '数据源列表',
  en: 'Databases',
  path: '/blade-develop/datasource/list',
  answers: pageOf(datasource),
  input: {
    current: integer({ zh: '页码', en: 'Page' }),
    size: integer({ zh: '每页', en: 'Page size' }),
    name: text({ zh: '名称', en: 'Name', max: 60 }),
  },
})
/** Which tenant signs in under a host name; the page asks it before anybody is signed in. */
export const tenantInfo = call('hospital.info', {
  ...facts,
  zh: '按域名查租户',
  en: 'Tenant by domain',
  method: 'GET',
  path: '/blade-system/tenant/info',
  may: 'public',
  answers: one({
    tenantId: out.text,
    tenantName: out.text,
    takesRegistrations: out.boolean,
    /** The host name, and no picture behind the sign-in, as front ends of the given calls read them. */
    domain: out.nullable(out.text),
    backgroundUrl: out.nullable(out.text),
  }),
  input: { domain: text({ zh: '域名', en: 'Domain', required: true, max: 253 }) },
})

const userTypes = {
  '1': { zh: 'WEB', en: 'Web' },
  '2': { zh: 'APP', en: 'App' },
  '3': { zh: '其他', en: 'Other' },
} as const
const userType = choice({ zh: '用户平台', en: 'Platform', required: true, of: userTypes })
const userExt = text({ zh: '拓展信息', en: 'More information', multiline: true, max: 4000 })

/** How another program knows a person; Web and nothing more where nothing was said. */
export const platformDetail = call('user.platformDetail', {
  ...facts,
  zh: '用户平台信息',
  en: 'User platform information',
  method: 'GET',
  path: ['/blade-user/platform-detail', '/blade-system/user/platform-detail'],
  may: 'user.list',
  answers: one({
    id: out.text,
    account: out.text,
    realName: out.text,
    userType: out.key(userTypes),
    userTypeName: out.text,
    userExt: out.nullable(out.text),
  }),
  input: { id: text({ zh: '用户', en: 'User', required: true, max: 36, pattern: '^[0-9a-fA-F-]{36}$' }) },
})
export const updatePlatform = call('user.updatePlatform', {
  ...facts,
  zh: '修改用户平台信息',
  en: 'Edit user platform information',
  method: 'POST',
  path: ['/blade-user/update-platform', '/blade-system/user/update-platform'],
  may: 'user.submit',
  writes: true,
  changes: ['user'],
  answers: one({ id: out.text }),
  input: { user: link({ zh: '用户', en: 'User', to: 'user', required: true }), userType, userExt },
})

/** A scope of one's own: names of calls, whole or as `device.*`, one a line or between commas. Those of the program stay as they are. */
export const apiScopeSubmit = call('apiScope.submit', {
  ...facts,
  zh: '新增与修改接口范围',
  en: 'Add and edit API scopes',
  method: 'POST',
  path: '/blade-system/api-scope/submit',
  may: 'apiScope.submit',
  writes: true,
  answers: one({ id: out.text }),
  input: {
    id: text({ zh: '编号', en: 'ID', max: 36, pattern: '^[0-9a-fA-F-]{36}$' }),
    scopeName: text({ zh: '名称', en: 'Name', required: true, max: 60 }),
    nameEn: text({ zh: '英文名称', en: 'Name (English)', max: 60 }),
    scopePath: text({ zh: '接口', en: 'API calls', required: true, multiline: true, max: 4000 }),
  },
})
export const apiScopeRemove = call('apiScope.remove', {
  ...facts,
  zh: '删除接口范围',
  en: 'Delete API scopes',
  method: 'POST',
  path: '/blade-system/api-scope/remove',
  may: 'apiScope.remove',
  writes: true,
  answers: one({ removed: out.number }),
  input: { ids: text({ zh: '编号', en: 'IDs', required: true, max: 2000, pattern: '^[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36})*$' }) },
})

/** The declared reports whose rows the person may list. */
export const reportList = call('report.list', {
  ...facts,
  zh: '报表列表',
  en: 'Reports',
  method: 'GET',
  path: '/blade-report/report/rest/list',
  may: 'session',
  reads: [],
  answers: pageOf({ id: out.text, name: out.text, path: out.text, page: out.text, exportPath: out.text }),
  input: {
    current: integer({ zh: '页码', en: 'Page' }),
    size: integer({ zh: '每页', en: 'Page size' }),
    name: text({ zh: '名称', en: 'Name', max: 60 }),
  },
})
/** Reports are part of the program; removing one is refused with that sentence. */
export const reportRemove = call('report.remove', {
  ...facts,
  zh: '删除报表',
  en: 'Delete a report',
  method: 'POST',
  path: '/blade-report/report/rest/remove',
  may: 'session',
  writes: true,
  changes: [],
  answers: one({ removed: out.number }),
  input: { ids: text({ zh: '报表', en: 'Reports', required: true, max: 2000 }) },
})
