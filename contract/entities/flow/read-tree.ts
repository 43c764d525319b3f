import { hasControl, isId } from '../../kit/fields/parse.ts'
import type { Words } from '../../kit/words.ts'
import { approveModes, assigneeRules, comparisons, type FlowTree, lateActs, mostLevels, mostNodes, nodeKinds } from './tree.ts'

/** A draft that is no tree: what is wrong with it, and where. */
export interface Unreadable extends Words {
  readonly at: string
}

type Raw = Record<string, unknown>
type Check = (value: unknown) => boolean

const idPattern = /^[\p{L}\p{N}_-]{1,40}$/u
const isObject: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isText =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= max && !hasControl(value)
const isKey =
  (of: object): Check =>
  (value) =>
    typeof value === 'string' && Object.hasOwn(of, value)
const isWhole =
  (min: number, max: number): Check =>
  (value) =>
    Number.isInteger(value) && Number(value) >= min && Number(value) <= max
const isIds: Check = (value) => Array.isArray(value) && value.length <= 200 && value.every(isId)
const isScalar: Check = (value) => isText(100)(value) || (typeof value === 'number' && Number.isFinite(value))
const isValue: Check = (value) => isScalar(value) || (Array.isArray(value) && value.length <= 500 && value.every(isScalar))

const ruleFields: Record<string, Check> = { by: isKey(assigneeRules), ids: isIds, of: isText(20), levels: isWhole(0, 20) }
const limitFields: Record<string, Check> = { hours: isWhole(1, 8760), remindAfter: isWhole(1, 8760), late: isKey(lateActs) }
const conditionFields: Record<string, Check> = { fact: isText(60), is: isKey(comparisons), value: isValue }

const fits = (value: unknown, fields: Record<string, Check>, required: readonly string[]): boolean =>
  isObject(value) &&
  Object.entries(value as Raw).every(([name, one]) => Object.hasOwn(fields, name) && (one === undefined || fields[name]!(one))) &&
  required.every((name) => (value as Raw)[name] !== undefined)

const isWho: Check = (value) => Array.isArray(value) && value.length <= 20 && value.every((one) => fits(one, ruleFields, ['by']))
const isWhen: Check = (value) =>
  Array.isArray(value) &&
  value.length <= 20 &&
  value.every(
    (group) => Array.isArray(group) && group.length <= 20 && group.every((one) => fits(one, conditionFields, ['fact', 'is', 'value'])),
  )

const named = { id: (value: unknown) => typeof value === 'string' && idPattern.test(value), name: isText(60), kind: isKey(nodeKinds) }
const nodeFields: Readonly<Record<string, Record<string, Check>>> = {
  approve: {
    ...named,
    who: isWho,
    mode: isKey(approveModes),
    share: isWhole(1, 100),
    limit: (value) => fits(value, limitFields, ['hours', 'late']),
  },
  copy: { ...named, who: isWho },
  condition: { ...named, branches: Array.isArray, otherwise: isObject },
  parallel: { ...named, branches: Array.isArray },
  automatic: { ...named, act: isText(60) },
  end: named,
}
const needed: Readonly<Record<string, readonly string[]>> = {
  approve: ['who', 'mode'],
  copy: ['who'],
  condition: ['branches'],
  parallel: ['branches'],
  automatic: ['act'],
  end: [],
}
const branchFields: Record<string, Check> = { id: named.id, name: named.name, when: isWhen, nodes: Array.isArray }

const shape = (at: string): Unreadable => ({ at, zh: `流程内容无法读取（${at}）`, en: `The definition cannot be read at ${at}` })

/** Everything of a tree in reading order without recursion, so that a hostile depth is counted and not followed. */
function faultOf(tree: Raw): Unreadable | undefined {
  const seen = new Set<string>()
  const waiting: { readonly nodes: unknown; readonly level: number; readonly at: string }[] = [{ nodes: tree.nodes, level: 1, at: 'nodes' }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { nodes, level, at } = next
    if (!Array.isArray(nodes)) return shape(at)
    if (level > mostLevels)
      return { at, zh: `分支嵌套不能超过 ${mostLevels} 层`, en: `Branches must not be nested deeper than ${mostLevels} levels` }
    const take = (id: unknown): Unreadable | undefined => {
      if (seen.has(String(id))) return { at, zh: `节点编号“${id}”重复`, en: `The node id “${id}” occurs twice` }
      seen.add(String(id))
      if (seen.size > mostNodes)
        return { at, zh: `流程不能超过 ${mostNodes} 个节点`, en: `A definition must not have more than ${mostNodes} nodes` }
      return undefined
    }
    for (const [index, node] of nodes.entries()) {
      const here = `${at}.${index}`
      const kind = isObject(node) ? String((node as Raw).kind) : ''
      const fields = Object.hasOwn(nodeFields, kind) ? nodeFields[kind] : undefined
      if (!fields || !fits(node, fields, ['id', ...needed[kind]!])) return shape(here)
      const { id, branches = [], otherwise } = node as Raw & { branches?: unknown[]; otherwise?: unknown }
      const twice = take(id)
      if (twice) return twice
      for (const [place, branch] of [...branches, ...(otherwise === undefined ? [] : [otherwise])].entries()) {
        const inner = `${here}.branches.${place}`
        const asks = kind === 'condition' && place < branches.length
        if (!fits(branch, branchFields, asks ? ['id', 'when', 'nodes'] : ['id', 'nodes'])) return shape(inner)
        const again = take((branch as Raw).id)
        if (again) return again
        waiting.push({ nodes: (branch as Raw).nodes, level: level + 1, at: `${inner}.nodes` })
      }
    }
  }
  return undefined
}

/** Reads a draft: its form and its size, not yet whether it makes sense. */
export function readTree(raw: unknown): { readonly tree: FlowTree } | { readonly fault: Unreadable } {
  if (!fits(raw, { nodes: Array.isArray, allowSelf: (value) => typeof value === 'boolean' }, ['nodes'])) return { fault: shape('nodes') }
  const fault = faultOf(raw as Raw)
  return fault ? { fault } : { tree: raw as FlowTree }
}
