import { expect, test } from 'vitest'
import type { Branch, FlowNode, FlowTree } from '#contract/entities/flow/tree.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import { choice, link, money } from '#contract/kit/fields/field.ts'
import { type Language, say } from '#contract/kit/words.ts'
import { differenceText } from '#src/features/flow/designer/compare-sentences.ts'
import { compareTrees, isSameTree } from '#src/features/flow/designer/compare-versions.ts'
import { progressOf } from '#src/features/flow/instance-progress.ts'
import { branchText, nodeText, type Telling } from '#src/features/flow/tree/sentences.ts'
import { flowEn } from '#src/words/en/flow.ts'
import { plainSpeaker } from '#src/words/words.ts'
import { flowZh } from '#src/words/zh/flow.ts'

const approval = {
  machine: { steps: { mark: { zh: '标记', en: 'Mark' } } },
  facts: {
    originalValue: money({ zh: '原值', en: 'Original value' }),
    dept: link({ zh: '科室', en: 'Department', to: 'dept' }),
    risk: choice({ zh: '风险', en: 'Risk', of: { low: { zh: '低', en: 'Low' }, high: { zh: '高', en: 'High' } } }),
  },
} as unknown as Approval
const speaker = plainSpeaker({ zh: flowZh, en: flowEn })
const telling = (language: Language): Telling => ({
  speech: { language, word: (key, values) => speaker(key, values, language), say: (words) => say(words, language) },
  names: new Map([
    ['d1', 'ICU'],
    ['r1', '设备科长'],
    ['u1', '李明'],
    ['u2', '王芳'],
  ]),
  approval,
})
const zh = telling('zh')
const en = telling('en')

test('conditions are sentences', () => {
  const branch = {
    id: 'b',
    nodes: [],
    when: [
      [
        { fact: 'originalValue', is: 'gt', value: '100000.00' },
        { fact: 'dept', is: 'in', value: ['d1'] },
      ],
      [{ fact: 'risk', is: 'notIn', value: ['low', 'high'] }],
    ],
  } as Branch
  expect(branchText(branch, false, zh)).toBe('原值 大于 ¥100,000.00 且 科室 属于 ICU，或 风险 不属于 低、高')
  expect(branchText(branch, false, en)).toBe(
    'Original value is more than ¥100,000.00 and Department is one of ICU, or Risk is none of Low, High',
  )
  expect(branchText({ id: 'e', nodes: [], when: [] } as Branch, false, zh)).toBe('请设置条件')
  expect(branchText({ id: 'o', nodes: [] }, true, en)).toBe('In all other cases')
})

test('a node says in one sentence who decides, how and by when', () => {
  const said = (node: object): readonly string[] => [zh, en].map((one) => nodeText({ id: 'n', ...node } as FlowNode, one))
  const approve = { kind: 'approve', mode: 'all' }
  expect(said({ ...approve, who: [] })).toEqual(['请设置处理人', 'Choose approvers'])
  expect(said({ ...approve, who: [{ by: 'head', of: 'applicant', levels: 2 }] })).toEqual([
    '申请人科室上 2 级负责人',
    'Applicant’s department: head 2 levels up',
  ])
  expect(said({ ...approve, who: [{ by: 'user', ids: ['u1', 'u2'] }], limit: { hours: 24, late: 'handUp' } })).toEqual([
    '李明、王芳，须全部同意，24 小时内处理，超时转上级',
    '李明, 王芳, all agree, within 24 h, then: escalate',
  ])
  expect(said({ ...approve, mode: 'share', share: 60, who: [{ by: 'role', ids: ['r1'] }] })[0]).toBe('角色 设备科长，60% 同意即可')
  expect(said({ kind: 'copy', who: [{ by: 'chosen' }] })[0]).toBe('抄送给 申请人自选')
  expect(said({ kind: 'automatic', act: 'mark' })).toEqual(['自动执行“标记”', 'Runs “Mark”'])
})

const approve = (id: string, more: object = {}): FlowNode =>
  ({ kind: 'approve', id, who: [{ by: 'holders' }], mode: 'one', ...more }) as FlowNode
const older: FlowTree = { nodes: [approve('a'), approve('b'), approve('c'), approve('d', { name: 'D' })] }
const newer: FlowTree = {
  allowSelf: true,
  nodes: [
    approve('b'),
    approve('a'),
    approve('d', { name: 'E' }),
    { kind: 'condition', id: 'x', branches: [], otherwise: { id: 'o', nodes: [approve('n', { mode: 'all' })] } },
  ],
}

test('two versions differ by what was added, removed, changed and moved', () => {
  const found = compareTrees(older, newer)
  expect(found.map(({ id, is }) => `${id} ${is}`)).toEqual([
    'start changed',
    'a moved',
    'd changed',
    'x added',
    'o added',
    'n added',
    'c removed',
  ])
  expect(found.map((one) => differenceText(one, older, newer, zh))).toEqual([
    '改为允许申请人审批自己的申请',
    '移动审批“审批”',
    '审批“D”改名为“E”',
    '新增条件“条件”：按条件走其中一个分支',
    '新增分支“其他情况”：其他情况',
    '新增审批“审批”：有审批权限的人，须全部同意',
    '删除审批“审批”：有审批权限的人，一人同意即可',
  ])
  const changed = { nodes: [approve('a', { mode: 'all' }), ...older.nodes.slice(1)] }
  expect(differenceText(compareTrees(older, changed)[0]!, older, changed, en)).toBe(
    'Changed approve “Approve”: People with permission to approve, one agrees → People with permission to approve, all agree',
  )
})

test('the order of keys is no difference', () => {
  const turned: FlowTree = { nodes: older.nodes.map((node) => Object.fromEntries(Object.entries(node).reverse()) as unknown as FlowNode) }
  expect(isSameTree(older, turned)).toBe(true)
  expect(compareTrees(older, turned)).toEqual([])
})

test('a running approval: what is done, where it waits, what comes and what is passed by', () => {
  const running: FlowTree = {
    nodes: [
      approve('a'),
      {
        kind: 'condition',
        id: 'x',
        branches: [{ id: 'yes', when: [], nodes: [approve('y')] }],
        otherwise: { id: 'no', nodes: [approve('n')] },
      },
      approve('z'),
    ],
  }
  const passed = (nodeKey: string, nodeState: string, branchKey: string | null = null) => ({ nodeKey, nodeState, branchKey, tasks: [] })
  const stages = (status: string, ...nodes: readonly ReturnType<typeof passed>[]): string =>
    [...progressOf(running, nodes, status)].map(([id, { stage }]) => `${id} ${stage}`).join(', ')
  expect(stages('running', passed('a', 'done'), passed('x', 'done', 'yes'), passed('y', 'open'))).toBe(
    'start past, a past, x past, yes past, y current, no skipped, n skipped, z coming, end coming',
  )
  expect(stages('running', passed('a', 'ended'), passed('a', 'open'))).toMatch(/^start past, a current, x coming/)
  expect(stages('refused', passed('a', 'refused'))).toBe(
    'start past, a refused, x skipped, yes skipped, y skipped, no skipped, n skipped, z skipped, end refused',
  )
})
