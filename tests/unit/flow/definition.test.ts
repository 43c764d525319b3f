import { expect, test } from 'vitest'
import { checkDefinition } from '#contract/entities/flow/check-definition.ts'
import { evaluate } from '#contract/entities/flow/evaluate.ts'
import { endedByReturn, firstNodes, nextNodes } from '#contract/entities/flow/next-nodes.ts'
import { readTree } from '#contract/entities/flow/read-tree.ts'
import { type FlowNode, type FlowTree, plainTree } from '#contract/entities/flow/tree.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import { choice, integer, link, money } from '#contract/kit/fields/field.ts'

const kind = {
  kind: 'sample',
  zh: '示例',
  en: 'Sample',
  entity: 'sample',
  steps: { agreed: 'agree', refused: 'refuse' },
  depts: ['applicant'],
  automatic: ['mark'],
  facts: {
    amount: money({ zh: '金额', en: 'Amount', min: 0 }),
    days: integer({ zh: '天数', en: 'Days', min: 1, max: 30 }),
    risk: choice({ zh: '风险', en: 'Risk', of: { low: { zh: '低', en: 'Low' }, high: { zh: '高', en: 'High' } } }),
    dept: link({ zh: '科室', en: 'Department', to: 'dept' }),
  },
} as unknown as Approval

const approve = (id: string): FlowNode => ({ kind: 'approve', id, who: [{ by: 'head', of: 'applicant' }], mode: 'one' })
const faults = (...nodes: FlowNode[]): string[] => checkDefinition({ nodes }, kind).map(({ nodeId, fault }) => `${nodeId} ${fault}`)
const ids = (walk: ReturnType<typeof firstNodes>): string[] => walk.passed.map((one) => `${one.is} ${one.node.id}`)

const byAmount = (inner: FlowNode[]): FlowNode => ({
  kind: 'condition',
  id: 'c',
  branches: [{ id: 'big', when: [[{ fact: 'amount', is: 'ge', value: '10000.00' }]], nodes: inner }],
  otherwise: { id: 'small', nodes: [] },
})
const split: FlowNode = {
  kind: 'parallel',
  id: 'p',
  branches: [
    { id: 'left', nodes: [approve('l')] },
    { id: 'right', nodes: [approve('r1'), approve('r2')] },
  ],
}

test('the plain definition has no fault', () => {
  expect(checkDefinition(plainTree, kind)).toEqual([])
  expect(readTree(plainTree)).toEqual({ tree: plainTree })
})

test('every fault names its node', () => {
  expect(faults()).toEqual(['start empty'])
  expect(faults({ kind: 'approve', id: 'a', who: [], mode: 'one' })).toEqual(['a assignee'])
  expect(faults({ kind: 'approve', id: 'a', who: [{ by: 'head', of: 'giving' }], mode: 'one' })).toEqual(['a assignee'])
  expect(faults({ kind: 'approve', id: 'a', who: [{ by: 'user', ids: [] }], mode: 'share' })).toEqual(['a assignee', 'a share'])
  expect(faults(approve('a'), { kind: 'end', id: 'e' }, approve('b'))).toEqual(['b unreachable'])
  expect(faults(approve('a'), { kind: 'automatic', id: 'x', act: 'explode' })).toEqual(['x act'])
  expect(faults({ ...(byAmount([approve('a')]) as object), otherwise: undefined } as FlowNode)).toEqual(['c default'])
  expect(faults({ kind: 'parallel', id: 'p', branches: [{ id: 'one', nodes: [approve('a')] }] })).toEqual(['p branches'])
  const ends = {
    ...split,
    branches: [
      { id: 'left', nodes: [approve('l'), { kind: 'end', id: 'e' }] },
      { id: 'right', nodes: [] },
    ],
  } as FlowNode
  expect(faults(ends)).toEqual(['left join'])
})

test.each([
  [[{ fact: 'days', is: 'gt', value: 40 }], 'never'],
  [
    [
      { fact: 'days', is: 'gt', value: 5 },
      { fact: 'days', is: 'lt', value: 6 },
    ],
    'never',
  ],
  [
    [
      { fact: 'amount', is: 'gt', value: '5.00' },
      { fact: 'amount', is: 'le', value: '5.00' },
    ],
    'never',
  ],
  [[{ fact: 'risk', is: 'notIn', value: ['low', 'high'] }], 'never'],
  [[{ fact: 'risk', is: 'in', value: ['middle'] }], 'condition'],
  [[{ fact: 'colour', is: 'eq', value: 1 }], 'condition'],
  [[{ fact: 'risk', is: 'gt', value: 1 }], 'condition'],
  [[{ fact: 'amount', is: 'gt', value: 'many' }], 'condition'],
  [[], 'condition'],
] as const)('conditions %j are refused', (group, fault) => {
  const node = {
    kind: 'condition',
    id: 'c',
    branches: [{ id: 'b', when: [group], nodes: [approve('a')] }],
    otherwise: { id: 'o', nodes: [] },
  }
  expect(faults(node as unknown as FlowNode)).toContain(`b ${fault}`)
})

test('conditions compare amounts as numbers and lists by any of their values', () => {
  expect(evaluate([[{ fact: 'amount', is: 'ge', value: '10000' }]], { amount: '9999.99' })).toBe(false)
  expect(evaluate([[{ fact: 'amount', is: 'ge', value: '10000' }]], { amount: '10000.00' })).toBe(true)
  expect(evaluate([[{ fact: 'dept', is: 'in', value: ['a'] }]], { dept: ['b', 'a'] })).toBe(true)
  expect(evaluate([[{ fact: 'dept', is: 'notIn', value: ['a'] }]], { dept: ['b', 'a'] })).toBe(false)
  expect(evaluate([[{ fact: 'dept', is: 'in', value: ['a'] }]], {})).toBe(false)
})

test('a condition takes its branch and goes on after it', () => {
  const tree: FlowTree = { nodes: [byAmount([approve('chief')]), approve('last')] }
  expect(ids(firstNodes(tree, { amount: '20000.00' }))).toEqual(['done c', 'waits chief'])
  expect(ids(firstNodes(tree, { amount: '1.00' }))).toEqual(['done c', 'waits last'])
  expect(ids(nextNodes(tree, 'chief', {}, new Set(['chief'])))).toEqual(['waits last'])
  expect(nextNodes(tree, 'last', {}, new Set(['last']))).toEqual({ passed: [], isEnd: true })
})

test('a join waits for every branch', () => {
  const tree: FlowTree = { nodes: [split, approve('last')] }
  expect(ids(firstNodes(tree, {}))).toEqual(['done p', 'waits l', 'waits r1'])
  expect(nextNodes(tree, 'l', {}, new Set(['l', 'r1']))).toEqual({ passed: [], isEnd: false })
  expect(ids(nextNodes(tree, 'r1', {}, new Set(['r1'])))).toEqual(['waits r2'])
  expect(ids(nextNodes(tree, 'r2', {}, new Set(['r2'])))).toEqual(['waits last'])
})

test('a return keeps the other branches of a parallel node', () => {
  const tree: FlowTree = { nodes: [approve('first'), split, approve('last')] }
  expect(endedByReturn(tree, 'r1', new Set(['r2', 'l']))).toEqual(['r2'])
  expect(endedByReturn(tree, 'first', new Set(['r2', 'l']))).toEqual(['r2', 'l'])
})

test('500 nodes and 15 levels fit, one more is refused with a sentence', () => {
  const many = (count: number): FlowTree => ({ nodes: Array.from({ length: count }, (_, at) => approve(`n${at}`)) })
  expect(checkDefinition(many(500), kind)).toEqual([])
  expect(readTree(many(500))).toHaveProperty('tree')
  expect(readTree(many(501))).toMatchObject({ fault: { zh: '流程不能超过 500 个节点' } })
  const deep = (levels: number): FlowTree => {
    let nodes: FlowNode[] = [approve('core')]
    for (let at = 1; at < levels; at++)
      nodes = [
        {
          kind: 'parallel',
          id: `p${at}`,
          branches: [
            { id: `a${at}`, nodes },
            { id: `b${at}`, nodes: [] },
          ],
        },
      ]
    return { nodes }
  }
  expect(readTree(deep(15))).toHaveProperty('tree')
  expect(checkDefinition(deep(15), kind)).toEqual([])
  expect(readTree(deep(16))).toMatchObject({ fault: { zh: '分支嵌套不能超过 15 层' } })
})

test.each([
  [null],
  [[]],
  [{ nodes: 5 }],
  [{ nodes: [{ kind: 'script', id: 'a' }] }],
  [{ nodes: [{ kind: 'toString', id: 'a' }] }],
  [{ nodes: [{ ...approve('a'), extra: 1 }] }],
  [{ nodes: [{ ...approve('a'), id: 'a b' }] }],
  [{ nodes: [approve('a'), approve('a')] }],
  [{ nodes: [{ kind: 'condition', id: 'c', branches: [{ id: 'b', nodes: [] }] }] }],
  [{ nodes: [{ kind: 'approve', id: 'a', who: [{ by: 'user', ids: ['x'] }], mode: 'one' }] }],
])('no tree: %j', (raw) => {
  expect(readTree(raw)).toHaveProperty('fault')
})

test('a definition whose texts hold characters that must not be stored is refused', () => {
  for (const name of ['half \ud83d', '\ude00', 'line\u2028', 'bell\u0007', '\u0000'])
    expect(readTree({ nodes: [{ ...approve('a'), name }] }), JSON.stringify(name)).toMatchObject({ fault: { at: 'nodes.0' } })
  expect(readTree({ nodes: [{ ...approve('a'), name: '审批 😀' }] })).toHaveProperty('tree')
})
