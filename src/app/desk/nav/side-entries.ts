import { menu, pagesOf } from '#contract/menu.ts'
import { defaultRoles } from '#contract/roles.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { leaves, type MenuNode } from '../menu.ts'
import { homePath } from '../tabs/tab.ts'

const declared: ReadonlySet<string> = new Set(pagesOf(menu).map(({ code }) => code))

/** The side bar of a person in the whole menu. */
export interface SideEntries {
  /** The first page, and what the platform has added itself. */
  readonly first: readonly MenuNode[]
  readonly groups: readonly { readonly task: Task; readonly pages: readonly MenuNode[] }[]
  /** All other pages as the platform arranges them. */
  readonly more: readonly MenuNode[]
}

/** The part of a tree whose pages are wanted; groups without any are left out. */
function only(nodes: readonly MenuNode[], wanted: (page: MenuNode) => boolean): MenuNode[] {
  return nodes.flatMap((node) => {
    if (!node.children?.length) return wanted(node) ? [node] : []
    const children = only(node.children, wanted)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/**
 * The pages by task that the default roles of a person see at once, and the others below. Undefined for people without a default role, whose menu
 * stays a tree. `role`: keys with commas between them.
 */
export function sideEntries(nodes: readonly MenuNode[], role: string): SideEntries | undefined {
  const held = role.split(',').filter((one) => Object.hasOwn(defaultRoles, one))
  if (held.length === 0) return undefined
  const pages = new Map(leaves(nodes).map((page) => [page.code, page]))
  const groups = tasks
    .map((task) => ({
      task,
      pages: Object.entries(task.pages).flatMap(([code, roles]) => {
        const page = roles.some((one) => held.includes(one)) ? pages.get(code) : undefined
        return page ? [page] : []
      }),
    }))
    .filter((group) => group.pages.length > 0)
  const shown = new Set(groups.flatMap((group) => group.pages.map(({ code }) => code)))
  const isFirst = ({ code, path }: MenuNode): boolean => path === homePath || !declared.has(code)
  return {
    first: only(nodes, isFirst),
    groups,
    more: only(nodes, (page) => !isFirst(page) && !shown.has(page.code)),
  }
}
