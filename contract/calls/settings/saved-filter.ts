import { listOf, one, option, out } from '../../kit/entity/answer.ts'
import { type CallFacts, call } from '../../kit/entity/call.ts'
import { flag, link, text } from '../../kit/fields/field.ts'

/** The most filters that one person keeps for one list. */
export const mostFilters = 50

const id = text({ zh: '筛选', en: 'Filter', required: true, max: 36, pattern: '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' })
const entity = text({ zh: '列表', en: 'List', required: true, max: 60 })
const facts = { module: 'settings', method: 'GET', reads: [] } as const satisfies Partial<CallFacts>
const writing = { module: 'settings', method: 'POST', writes: true, changes: [] } as const satisfies Partial<CallFacts>

/** The filters of a list that a person sees: their own, and those shared with a role that they hold. `search`: as the address of the list holds it. */
export const savedFilters = call('savedFilter.mine', {
  ...facts,
  zh: '常用筛选',
  en: 'Saved filters',
  path: '/eam/saved-filter/mine',
  may: 'session',
  answers: listOf({
    ...option,
    search: out.text,
    isOwn: out.boolean,
    isDefault: out.boolean,
    canRemove: out.boolean,
    roleId: out.nullable(out.text),
    roleName: out.nullable(out.text),
    ownerName: out.nullable(out.text),
  }),
  input: { entity },
})

/** Keeps a search under a name, or changes one of the person's own. With a role it is shared, which needs the right to. */
export const savedFilterSubmit = call('savedFilter.submit', {
  ...writing,
  zh: '保存筛选',
  en: 'Save a filter',
  path: '/eam/saved-filter/submit',
  may: 'session',
  answers: one({ id: out.text }),
  input: {
    id: { ...id, required: false },
    entity,
    name: text({ zh: '筛选名称', en: 'Filter name', required: true, max: 40 }),
    search: text({ zh: '筛选条件', en: 'Filter conditions', max: 2000 }),
    role: link({ zh: '共享给角色', en: 'Shared with role', to: 'role', options: '/eam/saved-filter/roles' }),
    isDefault: flag({ zh: '打开列表时使用', en: 'Apply when the list opens' }),
  },
})

/** Removes a filter: one's own, or with the right to share one that is shared with an own role. */
export const savedFilterRemove = call('savedFilter.remove', {
  ...writing,
  zh: '删除筛选',
  en: 'Delete a filter',
  path: '/eam/saved-filter/remove',
  may: 'session',
  answers: one({ id: out.text }),
  input: { id },
})

/** Chooses the filter that a list begins with; none without an id. */
export const savedFilterDefault = call('savedFilter.default', {
  ...writing,
  zh: '设置默认筛选',
  en: 'Choose the default filter',
  path: '/eam/saved-filter/default',
  may: 'session',
  answers: one({ id: out.nullable(out.text) }),
  input: { entity, id: { ...id, required: false } },
})

/** The roles that a filter can be shared with. */
export const savedFilterRoles = call('savedFilter.roles', {
  ...facts,
  zh: '与角色共享筛选',
  en: 'Share filters with a role',
  path: '/eam/saved-filter/roles',
  may: 'savedFilter.share',
  answers: listOf(option),
  input: { keyword: text({ zh: '关键字', en: 'Keyword', max: 100 }) },
})
