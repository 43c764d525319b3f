import type { Language } from '#contract/kit/words.ts'
import { otherPages } from '#contract/other-pages.ts'
import { type MenuNode, nodeOf } from './menu-tree.ts'

/**
 * A menu with the pages that front ends of the family of `other-form.ts` have: at their addresses, several where such a front end has several for one item,
 * and without the items that it has no page for.
 */
export const menuOfOthers = (nodes: readonly MenuNode[], language: Language): MenuNode[] =>
  nodes.flatMap((node) => {
    const below = menuOfOthers(node.children, language)
    if (node.children.length > 0) return below.length > 0 ? [{ ...node, children: below }] : []
    const pages = otherPages[node.code]
    return pages ? pages.map((page) => nodeOf(page.code, page[language] ?? node.name, page.path, node.icon)) : [node]
  })
