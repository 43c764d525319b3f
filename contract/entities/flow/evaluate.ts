import type { Facts } from '../../kit/entity/approval.ts'
import type { Branch, Condition, ConditionNode } from './tree.ts'

const isNothing = (value: unknown): boolean => value === null || value === undefined || value === ''
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

const ordered: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  lt: (left, right) => left < right,
  le: (left, right) => left <= right,
  gt: (left, right) => left > right,
  ge: (left, right) => left >= right,
}

const equal = (left: unknown, right: unknown): boolean =>
  String(left) === String(right) || (!isNothing(left) && !isNothing(right) && Number(left) === Number(right))

/** Whether one condition holds. An empty fact fits `ne` and `notIn` alone. */
export function holds({ fact, is, value }: Condition, facts: Facts): boolean {
  const values = listOf(facts[fact]).filter((one) => !isNothing(one))
  const wanted = listOf(value)
  if (is === 'ne' || is === 'notIn') return !values.some((one) => wanted.some((other) => equal(one, other)))
  if (is === 'eq' || is === 'in') return values.some((one) => wanted.some((other) => equal(one, other)))
  const compare = ordered[is]!
  return values.some((one) => compare(Number(one), Number(value)))
}

/** Whether all conditions of one of the groups hold. */
export const evaluate = (when: readonly (readonly Condition[])[], facts: Facts): boolean =>
  when.some((group) => group.length > 0 && group.every((condition) => holds(condition, facts)))

/** The branch that is taken: the first that holds, else the default. */
export const branchTaken = (node: ConditionNode, facts: Facts): Branch | undefined =>
  node.branches.find(({ when }) => evaluate(when, facts)) ?? node.otherwise
