import { buttons, routes, topMenu } from '#contract/calls/settings/session-menu.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { urlsOf } from '#contract/kit/entity/entity.ts'
import type { MenuItem } from '#contract/kit/module.ts'
import type { Language } from '#contract/kit/words.ts'
import { buttonsOf, menu, seenWith } from '#contract/menu.ts'
import { menuItems } from '#contract/packages.ts'
import { calls, entities } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { remembered } from '#server/kit/remembered.ts'
import { arrangedMenu, itemsOfTop, type MenuNode, menuOf, nodeOf } from './menu-tree.ts'
import { menuOfOthers } from './other-menu.ts'

const leaves = (items: readonly MenuItem[]): MenuItem[] => items.flatMap((item) => (item.children ? leaves(item.children) : [item]))

/** What codes of buttons of the given front ends begin with: the last part of the address that a family of the platform stands at. */
const familyOf = (entity: string): string | undefined => {
  const of = entities.find((one) => one.name === entity)
  const list = calls.find((one) => one.name === `${entity}.list`)
  const path = of ? urlsOf(of, 'list')[0] : list && pathsOf(list)[0]
  return path?.startsWith('/blade') ? path.split('/').at(-2)!.replaceAll('-', '') : undefined
}

/** What those front ends call the buttons that a right opens. */
const endings: Readonly<Record<string, readonly string[]>> = { list: ['view'], submit: ['add', 'edit'], remove: ['delete'] }

const knownCodes = new Map<string, readonly string[]>()

/** The codes of a right: its own, and those of the given front ends. */
function codesOf(right: string): readonly string[] {
  const [entity, verb] = right.split('.') as [string, string]
  const family = Object.hasOwn(endings, verb) ? familyOf(entity) : undefined
  return [right, ...(family ? endings[verb]!.map((ending) => `${family}_${ending}`) : [])]
}

const buttonTree = (actor: Actor, language: Language) =>
  leaves(menu).flatMap((item) => {
    const children = buttonsOf(item).filter((right) => actor.rights.has(right))
    return children.length > 0
      ? [
          {
            id: item.code,
            code: item.code,
            name: item[language],
            children: children.flatMap((right) =>
              remembered(knownCodes, right, () => codesOf(right)).map((code) => ({ id: code, code, name: rights.get(right)![language] })),
            ),
          },
        ]
      : []
  })

const still = <T>(make: (context: Context) => T) => ({ read: (context: Context) => ({ queries: [], answer: () => make(context) }) })

/** The nodes of a menu without pages that belong to everybody, such as the first one. */
const withoutFirstPage = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes.filter(({ code, children }) => {
    const item = menuItems.get(code)
    return children.length > 0 || !item || seenWith(item) !== undefined
  })

/** What the person of a session sees of the menu: its pages, the top menus and the buttons. */
export const sessionMenuAnswers: readonly Answer[] = [
  answer(routes, {
    read: (context) => ({
      queries: [],
      async answer() {
        const { topMenuId } = read(routes.input, context.input) as { topMenuId?: string | null }
        const arranged = await arrangedMenu(context)
        const found = menuOf(arranged, context.actor, context.language, itemsOfTop(arranged, topMenuId))
        return context.isOther ? menuOfOthers(found, context.language) : found
      },
    }),
  }),
  answer(topMenu, {
    read: (context) => ({
      queries: [],
      async answer() {
        const { actor, language } = context
        const arranged = await arrangedMenu(context)
        const first = menuOf(arranged, actor, language)
        if (arranged.tops.length === 0) return first.map((node) => ({ ...node, children: [] }))
        // What holds nothing for the person, or their whole menu, is not offered.
        const whole = JSON.stringify(withoutFirstPage(first))
        return arranged.tops
          .filter((top) => {
            const shown = menuOf(arranged, actor, language, new Set(top.menus ?? []))
            return shown.length > 0 && JSON.stringify(withoutFirstPage(shown)) !== whole
          })
          .map((top) => nodeOf(top.code, top[language], `/${top.code}`, top.source ?? undefined, [], top.id))
      },
    }),
  }),
  answer(
    buttons,
    still(({ actor, language }) => buttonTree(actor, language)),
  ),
]
