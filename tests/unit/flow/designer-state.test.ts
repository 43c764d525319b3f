import { expect, test } from 'vitest'
import type { FlowNode, FlowTree } from '#contract/entities/flow/tree.ts'
import { actOfKey } from '#src/features/flow/designer/designer-keys.ts'
import {
  type DesignerAct,
  type DesignerState,
  designed,
  designerOf,
  isChanged,
  spotAfter,
} from '#src/features/flow/designer/designer-state.ts'
import { find, idsOf } from '#src/features/flow/tree/tree-edit.ts'
import { focusAfter } from '#src/features/flow/tree/tree-order.ts'

const approve = (id: string): FlowNode => ({ kind: 'approve', id, name: id, who: [{ by: 'holders' }], mode: 'one' })
const tree: FlowTree = {
  nodes: [
    approve('a'),
    {
      kind: 'condition',
      id: 'c',
      branches: [
        { id: 'big', when: [[{ fact: 'amount', is: 'gt', value: '10.00' }]], nodes: [approve('b')] },
        { id: 'mid', when: [], nodes: [] },
      ],
      otherwise: { id: 'rest', nodes: [] },
    },
    approve('z'),
  ],
}
const after = (...acts: readonly DesignerAct[]): DesignerState => acts.reduce(designed, designerOf(tree))
const ids = (state: DesignerState): string => idsOf(state.tree.nodes).join(' ')
const before = 'a c big b mid rest z'

test('a node is added with an id of its own, chosen, and its settings open', () => {
  const state = after({ do: 'add', spot: { sequence: 'rest', index: 0 }, kind: 'approve' })
  expect(ids(state)).toBe('a c big b mid rest n1 z')
  expect(state).toMatchObject({ selected: 'n1', opened: 'n1' })
  expect(isChanged(state)).toBe(true)
  const split = designed(state, { do: 'add', spot: spotAfter(state.tree, 'a'), kind: 'parallel' })
  expect(ids(split)).toBe('a n2 n3 n4 c big b mid rest n1 z')
  expect(
    find(designed(split, { do: 'add', spot: { sequence: 'start', index: 0 }, kind: 'automatic', act: 'mark' }).tree, 'n5'),
  ).toMatchObject({
    node: { kind: 'automatic', act: 'mark' },
  })
  expect(ids(designed(split, { do: 'add', spot: { sequence: 'start', index: 9 }, kind: 'condition' }))).toMatch(/ z n5 n6 n7$/)
})

test('nodes move over neighbours, out of branches, and never into themselves', () => {
  expect(ids(after({ do: 'move', id: 'a', spot: { sequence: 'big', index: 1 } }))).toBe('c big b a mid rest z')
  expect(ids(after({ do: 'move', id: 'a', spot: { sequence: 'start', index: 3 } }))).toBe('c big b mid rest z a')
  expect(ids(after({ do: 'shift', id: 'z', by: -1 }))).toBe('a z c big b mid rest')
  expect(ids(after({ do: 'shift', id: 'b', by: 1 }))).toBe('a c big mid rest b z')
  expect(ids(after({ do: 'shift', id: 'b', by: -1 }))).toBe('a b c big mid rest z')
  for (const act of [
    { do: 'move', id: 'c', spot: { sequence: 'big', index: 0 } },
    { do: 'move', id: 'a', spot: { sequence: 'start', index: 1 } },
    { do: 'shift', id: 'a', by: -1 },
    { do: 'shift', id: 'rest', by: -1 },
    { do: 'shift', id: 'mid', by: 1 },
  ] as const)
    expect(after(act).tree).toBe(tree)
})

test('branches change their priority; the default stays last', () => {
  expect(ids(after({ do: 'shift', id: 'mid', by: -1 }))).toBe('a c mid big b rest z')
  expect(ids(after({ do: 'shift', id: 'mid', by: 1 }))).toBe(before)
  expect(ids(after({ do: 'addBranch', id: 'c' }))).toBe('a c big b mid n1 rest z')
})

test('removing a branch keeps the others; the last one leaves what stands in the default', () => {
  expect(ids(after({ do: 'remove', id: 'rest' }))).toBe(before)
  expect(ids(after({ do: 'remove', id: 'mid' }))).toBe('a c big b rest z')
  expect(ids(after({ do: 'remove', id: 'mid' }, { do: 'remove', id: 'big' }))).toBe('a z')
  expect(after({ do: 'select', id: 'big' }, { do: 'remove', id: 'mid' }, { do: 'remove', id: 'big' }).selected).toBe('a')
  const without = after({ do: 'select', id: 'b' }, { do: 'remove', id: 'c' })
  expect(ids(without)).toBe('a z')
  expect(without.selected).toBe('a')
})

test('copying and pasting gives every node a new id', () => {
  const pasted = after({ do: 'copy', id: 'c' }, { do: 'paste', spot: { sequence: 'start', index: 3 } })
  expect(ids(pasted)).toBe(`${before} n1 n2 n3 n4 n5`)
  expect(ids(after({ do: 'duplicate', id: 'a' }))).toBe('a n1 c big b mid rest z')
  expect(ids(after({ do: 'cut', id: 'a' }, { do: 'paste', spot: { sequence: 'rest', index: 0 } }))).toBe('c big b mid rest n1 z')
  expect(after({ do: 'paste', spot: { sequence: 'start', index: 0 } }).tree).toBe(tree)
})

test('facts change; letters of one name are one step of undo', () => {
  const named = after(
    { do: 'change', id: 'a', facts: { name: 'H' }, key: 'name' },
    { do: 'change', id: 'a', facts: { name: 'He' }, key: 'name' },
    { do: 'change', id: 'big', facts: { name: 'Large' }, key: 'name' },
  )
  expect(named.past).toHaveLength(2)
  const undone = designed(designed(named, { do: 'undo' }), { do: 'undo' })
  expect(undone.tree).toBe(tree)
  expect(isChanged(undone)).toBe(false)
  expect(find(designed(undone, { do: 'redo' }).tree, 'a')).toMatchObject({ node: { name: 'He' } })
  expect(after({ do: 'change', id: 'a', facts: { name: 'a' } }).tree).toBe(tree)
  expect(after({ do: 'change', id: 'a', facts: { name: undefined } }).tree.nodes[0]).not.toHaveProperty('name')
})

test('every act can be undone and done again, and a new act ends what could be redone', () => {
  const acts: readonly DesignerAct[] = [
    { do: 'add', spot: { sequence: 'start', index: 0 }, kind: 'copy' },
    { do: 'move', id: 'z', spot: { sequence: 'rest', index: 0 } },
    { do: 'duplicate', id: 'b' },
    { do: 'cut', id: 'a' },
    { do: 'allowSelf', isOn: true },
    { do: 'remove', id: 'c' },
  ]
  let state = designerOf(tree)
  const seen = [state.tree]
  for (const act of acts) {
    state = designed(state, act)
    seen.push(state.tree)
  }
  for (const former of seen.slice(0, -1).reverse()) {
    state = designed(state, { do: 'undo' })
    expect(state.tree).toBe(former)
  }
  expect(designed(state, { do: 'undo' })).toBe(state)
  for (const next of seen.slice(1)) {
    state = designed(state, { do: 'redo' })
    expect(state.tree).toBe(next)
  }
  const other = designed(designed(state, { do: 'undo' }), { do: 'allowSelf', isOn: false })
  expect(other.future).toEqual([])
})

test('what was not touched stays the same object', () => {
  const { tree: next } = after({ do: 'change', id: 'b', facts: { name: 'B' } })
  expect(next.nodes[0]).toBe(tree.nodes[0])
  expect(next.nodes[2]).toBe(tree.nodes[2])
  expect(next.nodes[1]).not.toBe(tree.nodes[1])
})

test('a missing default is added, and a saved tree is no change', () => {
  const condition = { ...tree.nodes[1]!, otherwise: undefined } as unknown as FlowNode
  const state = designed(designerOf({ nodes: [condition] }), { do: 'addDefault', id: 'c' })
  expect(ids(state)).toBe('c big b mid n1')
  expect(isChanged(designed(state, { do: 'saved', tree: state.tree }))).toBe(false)
})

test('arrows walk over the drawing as over a tree', () => {
  const path = [
    'ArrowDown',
    'ArrowDown',
    'ArrowRight',
    'ArrowRight',
    'ArrowLeft',
    'ArrowDown',
    'ArrowLeft',
    'ArrowLeft',
    'End',
    'ArrowUp',
    'Home',
  ]
  let at = 'start'
  const walked = path.map((key) => {
    at = focusAfter(tree, at, key) ?? at
    return at
  })
  expect(walked).toEqual(['a', 'c', 'big', 'mid', 'big', 'b', 'big', 'c', 'end', 'z', 'start'])
})

test('keys are acts on what has the focus', () => {
  const key = (name: string, more: object = {}) =>
    actOfKey({ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }, 'a')
  expect(key('Enter')).toEqual({ do: 'open', id: 'a' })
  expect(key('Delete')).toEqual({ do: 'remove', id: 'a' })
  expect(key('ArrowUp', { altKey: true })).toEqual({ do: 'shift', id: 'a', by: -1 })
  expect(key('z', { ctrlKey: true })).toEqual({ do: 'undo' })
  expect(key('Z', { metaKey: true, shiftKey: true })).toEqual({ do: 'redo' })
  expect(key('x', { ctrlKey: true })).toEqual({ do: 'cut', id: 'a' })
  expect(key('q')).toBeUndefined()
})
