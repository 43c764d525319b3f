import { listOf, one, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { homeReads } from '../../kit/entity/home.ts'
import { text } from '../../kit/fields/field.ts'
import { tenantField } from '../../kit/fields/tenant-field.ts'

/** A count with the list that shows exactly its rows: the page and its filters. */
const counted = {
  code: out.text,
  name: out.text,
  hint: out.text,
  count: out.number,
  tone: out.word('plain', 'busy', 'warn', 'bad'),
  page: out.text,
  filter: out.map(out.text),
} as const

/** What each person sees follows from rights and scope, one figure at a time. */
const facts = { module: 'insight', method: 'GET', may: 'session', reads: homeReads, input: {} } as const

export const homeProcessed = call('home.processed', {
  ...facts,
  zh: '首页：待我处理',
  en: 'Home: waiting for me',
  path: '/eam/home-page/processed',
  answers: listOf(counted),
})
export const homeApply = call('home.apply', {
  ...facts,
  zh: '首页：我发起的',
  en: 'Home: started by me',
  path: '/eam/home-page/apply',
  answers: listOf(counted),
})
export const homeUninspected = call('home.uninspected', {
  ...facts,
  zh: '首页：盘点中未盘的设备',
  en: 'Home: not counted in running checks',
  path: '/eam/home-page/uninspected',
  answers: listOf(counted),
})
export const homeWarnings = call('home.warnings', {
  ...facts,
  zh: '首页：预警',
  en: 'Home: warnings',
  path: '/eam/home-page/warn-statistics',
  answers: listOf(counted),
})
/** The same warnings under the name that wall boards use. */
export const openWarnings = call('home.openWarnings', {
  ...facts,
  zh: '预警汇总',
  en: 'Open warnings',
  path: '/data-view/waring',
  input: { tenantId: tenantField },
  answers: listOf(counted),
})
/** Departments with and without active heads and keepers among the people that the person sees; sealed ones are left out. */
export const deptManagers = call('dept.managers', {
  module: 'insight',
  method: 'GET',
  may: 'user.list',
  reads: ['dept', 'user'],
  zh: '科室负责人统计',
  en: 'Department heads and keepers',
  path: '/blade-system/dept/dept-manager-count',
  input: {},
  answers: one({
    count: out.number,
    withHead: out.number,
    withoutHead: out.number,
    withKeeper: out.number,
    withoutKeeper: out.number,
  }),
})
/** Help entries, in order; `isDone` is null for those that are no steps. */
export const homeHelp = call('home.help', {
  ...facts,
  zh: '首页：帮助',
  en: 'Home: help',
  path: '/eam/home-page/help',
  answers: listOf({ code: out.text, name: out.text, hint: out.text, page: out.text, isDone: out.nullable(out.boolean) }),
})

/** Names of panels with commas between them. Which there are is said by the desk, so that names that are gone do no harm. */
const panels = { max: 2000, pattern: '^[A-Za-z0-9.]*(,[A-Za-z0-9.]+)*$', example: 'service.mine,asset.states' } as const

export const homeLayout = call('home.layout', {
  module: 'insight',
  method: 'GET',
  may: 'session',
  reads: [],
  zh: '首页布局',
  en: 'Home layout',
  path: '/eam/home-page/layout',
  answers: one({ panels: out.list(out.text), hidden: out.list(out.text) }),
  input: {},
})
/** Stores which panels a person sees, in which order; both empty restores the usual layout. */
export const homeLayoutSave = call('home.layoutSave', {
  module: 'insight',
  method: 'POST',
  may: 'session',
  writes: true,
  changes: [],
  zh: '保存首页布局',
  en: 'Save home layout',
  path: '/eam/home-page/save-layout',
  answers: one({ panels: out.list(out.text), hidden: out.list(out.text) }),
  input: {
    panels: text({ zh: '面板顺序', en: 'Panel order', ...panels }),
    hidden: text({ zh: '隐藏的面板', en: 'Hidden panels', ...panels }),
  },
})
