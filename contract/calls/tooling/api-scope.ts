import { listOf, one, out, pageOf } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { integer, text } from '../../kit/fields/field.ts'

const apiScope = {
  id: out.text,
  name: out.text,
  patterns: out.list(out.text),
  disabled: out.boolean,
  /** The same by the names that front ends of the given calls read. */
  scopeName: out.text,
  resourceCode: out.text,
  scopePath: out.text,
  scopeType: out.number,
  scopeTypeName: out.text,
} as const

/** The API scopes that a role may have, the one of all calls first; what opens more than the asking person may call cannot be chosen. */
export const apiScopeList = call('apiScope.list', {
  zh: '接口范围',
  en: 'API scopes',
  module: 'tooling',
  method: 'GET',
  path: '/blade-system/api-scope/list',
  may: 'role.list',
  answers: listOf(apiScope),
  others: pageOf(apiScope),
  input: { current: integer({ zh: '页码', en: 'Page' }), size: integer({ zh: '每页', en: 'Page size' }) },
})
export const apiScopeDetail = call('apiScope.detail', {
  zh: '接口范围详情',
  en: 'API scope details',
  module: 'tooling',
  method: 'GET',
  path: '/blade-system/api-scope/detail',
  may: 'role.list',
  answers: one(apiScope),
  input: { id: text({ zh: '编号', en: 'ID', required: true, max: 36, pattern: '^[0-9a-fA-F-]{36}$' }) },
})
/** A scope of one's own: names of calls, whole or as `device.*`, one a line or between commas. Those of the program stay as they are. */
export const apiScopeSubmit = call('apiScope.submit', {
  zh: '新增与修改接口范围',
  en: 'Add and edit API scopes',
  module: 'tooling',
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
  zh: '删除接口范围',
  en: 'Delete API scopes',
  module: 'tooling',
  method: 'POST',
  path: '/blade-system/api-scope/remove',
  may: 'apiScope.remove',
  writes: true,
  answers: one({ removed: out.number }),
  input: { ids: text({ zh: '编号', en: 'IDs', required: true, max: 2000, pattern: '^[0-9a-fA-F-]{36}(,[0-9a-fA-F-]{36})*$' }) },
})
