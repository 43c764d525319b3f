import { expect, it } from 'vitest'
import { menu } from '#contract/menu.ts'
import { filledLink, leaves, type MenuNode, parentsOf, searched, visible } from '#src/app/desk/menu.ts'

const leaf = (name: string, path: string, roles?: string[]): MenuNode => ({
  id: path,
  code: path,
  name,
  path,
  icon: '',
  meta: roles ? { roles } : {},
})
const tree: MenuNode[] = [
  leaf('首页', '/home'),
  { ...leaf('Equipment', '/eam'), children: [leaf('ABC cards', '/eam/device'), leaf('Parts', '/eam/parts', ['keeper'])] },
]

it('[SHELL-SEARCH-2] lists leaves only', () => {
  expect(searched(tree, 'Equipment')).toEqual([])
})

it('[SHELL-SEARCH-3] [SHELL-SEARCH-4] matches the beginning of a name in any letter case', () => {
  expect(searched(tree, 'abc').map((node) => node.path)).toEqual(['/eam/device'])
  expect(searched(tree, 'cards')).toEqual([])
})

it('[SHELL-SIDE-1] hides an item whose roles do not name the person’s', () => {
  expect(leaves(visible(tree, 'keeper')).map((node) => node.path)).toContain('/eam/parts')
  expect(leaves(visible(tree, 'auditor')).map((node) => node.path)).not.toContain('/eam/parts')
})

it('[SHELL-SIDE-3] [SHELL-SIDE-4] fills the tenant and the present page into an outside link', () => {
  expect(filledLink('https://x.test/?t=$tenantId$&l=$location$', '100001', 'http://h/a?b')).toBe(
    'https://x.test/?t=100001&l=http%3A%2F%2Fh%2Fa%3Fb',
  )
})

it('[SHELL-ROUTE-PREFIX] pages of equipment lie under /eam/', () => {
  const equipment = menu.filter((item) => ['asset', 'checking', 'service', 'place', 'supply'].includes(item.code))
  expect(equipment).toHaveLength(5)
  for (const item of equipment) for (const page of item.children ?? []) expect(page.path).toMatch(/^\/eam\//)
})

it('knows what stands above a page', () => {
  expect(parentsOf(tree, '/eam/device')).toEqual(['/eam'])
  expect(parentsOf(tree, '/home')).toEqual([])
})
