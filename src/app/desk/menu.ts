import { useQuery } from '@tanstack/react-query'
import { routes } from '#contract/calls/settings/session-menu.ts'
import { searchForm } from '#contract/kit/text/one-writing.ts'
import { nameForm } from '#contract/kit/text/pinyin.ts'
import { invoke } from '#src/data/client.ts'
import { language } from '#src/data/language.ts'
import { useSession } from '#src/data/session.ts'

export interface MenuNode {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly path: string
  readonly icon: string
  readonly meta?: { readonly roles?: readonly string[]; readonly isSearchOnly?: boolean }
  readonly children?: readonly MenuNode[]
}

/** The menu of the signed-in person in the chosen language. `topMenuId`: the part of it that a top menu shows. */
export function useMenu(topMenuId?: string) {
  const person = useSession((state) => state.person)
  return useQuery({
    queryKey: ['menu', person?.user_id, person?.tenantId, language(), topMenuId],
    queryFn: ({ signal }) => invoke(routes, { query: { serviceCode: 'EAM', topMenuId }, signal }),
    enabled: person !== undefined,
    select: (nodes) => visible(nodes, person?.role_name ?? ''),
    staleTime: 5 * 60_000,
  })
}

/** The nodes whose role list, where there is one, names a role of the person. `role`: keys with commas between them. */
export function visible(nodes: readonly MenuNode[], role: string): MenuNode[] {
  const held = role.split(',')
  return nodes
    .filter((node) => !node.meta?.roles || node.meta.roles.some((one) => held.includes(one)))
    .map((node) => (node.children ? { ...node, children: visible(node.children, role) } : node))
}

/** The nodes that the side bar shows: without those that only the search finds, and the groups that hold nothing else. */
export function inSideBar(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => {
    if (node.meta?.isSearchOnly) return []
    if (!node.children?.length) return [node]
    const children = inSideBar(node.children)
    return children.length > 0 ? [{ ...node, children }] : []
  })
}

/** The nodes without children, in order. */
export function leaves(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => (node.children && node.children.length > 0 ? leaves(node.children) : [node]))
}

/** The leaves whose name begins with what was typed, in any letter case, or is typed so by pinyin. */
export function searched(nodes: readonly MenuNode[], typed: string): MenuNode[] {
  const start = searchForm(typed).trim()
  return leaves(nodes).filter((node) => `|${nameForm(node.name)}`.includes(`|${start}`))
}

/** The codes of the nodes above a path. */
export function parentsOf(nodes: readonly MenuNode[], path: string): string[] {
  for (const node of nodes) {
    if (node.path === path && !node.children?.length) return []
    const below = node.children ?? []
    if (leaves(below).some((leaf) => leaf.path === path)) return [node.code, ...parentsOf(below, path)]
  }
  return []
}

/** Whether a menu item leads outside of the product. */
export function isExternal(path: string): boolean {
  return /^https?:\/\//i.test(path)
}

/** An outside address with the tenant and the present page filled in. */
export function filledLink(path: string, tenantId: string, location: string): string {
  return path.replaceAll('$tenantId$', encodeURIComponent(tenantId)).replaceAll('$location$', encodeURIComponent(location))
}
