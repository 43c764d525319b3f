import { listOf, out } from '../../kit/entity/answer.ts'
import { call } from '../../kit/entity/call.ts'
import { integer, text } from '../../kit/fields/field.ts'

/** An item of the menu. `source`: the icon, under the name that front ends of the given calls read. */
const menuNode = {
  id: out.text,
  code: out.text,
  name: out.text,
  path: out.text,
  icon: out.text,
  source: out.text,
  /** `isSearchOnly`: found by its address and the menu search, outside the side bar. */
  meta: out.object({ isSearchOnly: out.optional(out.boolean) }),
} as const

export const routes = call('session.routes', {
  zh: '菜单',
  en: 'Menu',
  module: 'settings',
  method: 'GET',
  path: ['/blade/menu/routes', '/blade-system/menu/routes'],
  may: 'session',
  answers: listOf(out.tree(menuNode)),
  input: {
    terminal: text({ zh: '终端', en: 'Terminal', max: 20 }),
    code: text({ zh: '编码', en: 'Code', max: 40 }),
    serviceCode: text({ zh: '服务编码', en: 'Service code', max: 40 }),
    topMenuId: text({ zh: '顶部菜单', en: 'Top menu', max: 40 }),
  },
})
export const buttons = call('session.buttons', {
  zh: '按钮',
  en: 'Buttons',
  module: 'settings',
  method: 'GET',
  path: '/blade-system/menu/buttons',
  may: 'session',
  answers: listOf(out.tree({ id: out.text, code: out.text, name: out.text })),
  input: {},
})
export const topMenu = call('session.topMenu', {
  zh: '顶部菜单',
  en: 'Top menu',
  module: 'settings',
  method: 'GET',
  path: '/blade-system/menu/top-menu',
  may: 'session',
  answers: listOf(out.tree(menuNode)),
  input: { current: integer({ zh: '页码', en: 'Page' }), size: integer({ zh: '每页', en: 'Page size' }) },
})
