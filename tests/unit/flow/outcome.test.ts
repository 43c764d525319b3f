import { expect, test } from 'vitest'
import { compareTrees } from '#contract/entities/flow/compare-trees.ts'
import { outcomeOf, type Vote } from '#contract/entities/flow/outcome.ts'
import type { FlowNode, FlowTree } from '#contract/entities/flow/tree.ts'

const vote = (id: string, state: string, addedTo: string | null = null): Vote => ({ id, state, addedTo })
const votes = (...states: string[]): Vote[] => states.map((state, index) => vote(`v${index}`, state))

test.each([
  ['one', ['open', 'open'], 'open'],
  ['one', ['agreed', 'open'], 'agreed'],
  ['one', ['rejected', 'open'], 'refused'],
  ['one', ['ended', 'agreed'], 'agreed'],
  ['all', ['agreed', 'open'], 'open'],
  ['all', ['agreed', 'agreed'], 'agreed'],
  ['all', ['agreed', 'rejected'], 'refused'],
  ['order', ['agreed', 'waiting'], 'open'],
  ['order', ['agreed', 'agreed'], 'agreed'],
  ['share', ['agreed', 'agreed', 'open'], 'agreed'],
  ['share', ['agreed', 'rejected', 'open'], 'open'],
  ['share', ['rejected', 'rejected', 'open'], 'refused'],
  ['all', ['ended'], 'open'],
] as const)('%s of %j is %s', (mode, states, outcome) => {
  expect(outcomeOf(mode, 60, votes(...states))).toBe(outcome)
})

test('an agreement counts once every signer added to it agreed, however deep', () => {
  const all = (last: string) => [vote('a', 'agreed'), vote('b', 'agreed', 'a'), vote('c', last, 'b')]
  expect(outcomeOf('one', 100, all('open'))).toBe('open')
  expect(outcomeOf('one', 100, all('agreed'))).toBe('agreed')
  expect(outcomeOf('one', 100, all('rejected'))).toBe('refused')
})

test('versions differ by the nodes that were added, removed, changed or moved to another branch', () => {
  const approve = (id: string, more: object = {}): FlowNode => ({ kind: 'approve', id, who: [{ by: 'holders' }], mode: 'one', ...more })
  const split = (left: FlowNode[], right: FlowNode[]): FlowTree => ({
    nodes: [
      {
        kind: 'parallel',
        id: 'p',
        branches: [
          { id: 'l', nodes: left },
          { id: 'r', nodes: right },
        ],
      },
    ],
  })
  const said = (from: FlowTree, to: FlowTree) => compareTrees(from, to).map(({ nodeId, change }) => `${nodeId} ${change}`)
  const before = split([approve('a'), approve('b')], [])
  expect(said(before, before)).toEqual([])
  expect(said(before, split([approve('a', { mode: 'all' })], [approve('b'), approve('c')]))).toEqual(['a changed', 'b changed', 'c added'])
  expect(said(before, split([approve('a')], []))).toEqual(['b removed'])
})
