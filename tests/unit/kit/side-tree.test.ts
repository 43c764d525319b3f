import { expect, it } from 'vitest'
import { dateTree } from '#src/kit/tree/date-tree.ts'
import { chosenIn, type FilterNode, wiresIn } from '#src/kit/tree/tree-source.ts'
import { parentsOf, shownIn, withParents } from '#src/kit/widgets/desk/in-tree.ts'

const words = { year: (year: number) => `${year}年`, month: (month: number) => `${month}月` }
const nodes = (now: string): FilterNode[] => dateTree(new Date(now), ['from', 'to'], words)

it('a date tree has this year up to this month and the four before it, the newest first', () => {
  const tree = nodes('2026-02-28T16:00:00Z')
  expect(tree.map(({ title, children }) => [title, children?.length])).toEqual([
    ['2026年', 3],
    ['2025年', 12],
    ['2024年', 12],
    ['2023年', 12],
    ['2022年', 12],
  ])
  expect(tree[2]!.children!.at(-2)).toEqual({ key: '2024-02', title: '2月', filters: { from: '2024-02-01', to: '2024-02-29' } })
  expect(tree[4]!.filters).toEqual({ from: '2022-01-01', to: '2022-12-31' })
})

it('the node whose filters are set is the chosen one, and the one that asks for nothing where none are', () => {
  const tree = [{ key: '', title: 'all', filters: {} }, ...nodes('2026-03-15T12:00:00Z')]
  expect([...wiresIn(tree)]).toEqual(['from', 'to'])
  expect(chosenIn(tree, { other: '1' })).toBe('')
  expect(chosenIn(tree, { other: '1', from: '2025-01-01', to: '2025-12-31' })).toBe('2025')
  expect(chosenIn(tree, { from: '2025-01-03', to: '2025-12-31' })).toBeUndefined()
})

it('what lies above a ticked row is named with it, and is not ticked for that alone', () => {
  const leaf = (id: string, children: ReturnType<typeof node>[] = []) => node(id, children)
  const parents = parentsOf([leaf('a', [leaf('b', [leaf('c'), leaf('d')])]), leaf('e')])
  expect(withParents(['c', 'e'], parents)).toEqual(['a', 'b', 'c', 'e'])
  expect(shownIn(['a', 'b', 'c', 'e'], parents)).toEqual(['c', 'e'])
  // A group that is named alone stands for all of it.
  expect(shownIn(['a'], parents)).toEqual(['a'])
})

function node(id: string, children: readonly object[] = []) {
  return { id, name: id, parentId: null, hasChildren: children.length > 0, children: children as never }
}
