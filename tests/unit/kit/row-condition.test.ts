import { describe, expect, it } from 'vitest'
import { allowsScopeRule, kindsFor } from '#contract/kit/access/scope-kind.ts'
import { comparisonsOf, conditionsIn, mostConditions, mostValues } from '#contract/kit/fields/row-condition.ts'
import { rightsBehind } from '#contract/packages.ts'
import { entities, entityNamed } from '#contract/registry.ts'
import { rights } from '#contract/rights.ts'
import { type HeldRole, scopeIn, unionOf } from '#server/kit/access/scope-of-roles.ts'

const device = entityNamed('device')
const one = { field: 'riskLevel', is: 'in', values: ['III'] }

describe('conditions of a data scope', () => {
  it('are kept as they were read, each value once', () => {
    expect(
      conditionsIn(device, [
        { ...one, values: ['III', 'III'] },
        { field: 'useDept', is: 'mine' },
      ]),
    ).toEqual([one, { field: 'useDept', is: 'mine', values: [] }])
  })

  it('are refused whole where one is unknown, too large, or does not fit its field', () => {
    const wrong: unknown[] = [
      undefined,
      'true',
      [],
      [null],
      [[one]],
      [{ ...one, field: 'constructor' }],
      [{ ...one, field: 'use_dept_id' }],
      [{ ...one, is: 'from' }],
      [{ ...one, is: 'like' }],
      [{ ...one, values: ['IV'] }],
      [{ ...one, values: [] }],
      [{ ...one, values: 'III' }],
      [{ ...one, values: Array(mostValues + 1).fill('III') }],
      [{ ...one, more: 1 }],
      [{ field: 'useDept', is: 'mine', values: ['x'] }],
      [{ field: 'useDept', is: 'in', values: ['not-an-id'] }],
      [one, { ...one, values: [1] }],
      Array(mostConditions + 1).fill(one),
    ]
    for (const given of wrong) expect([given, conditionsIn(device, given)]).toEqual([given, undefined])
  })

  it('exist for every entity that takes a rule, and departments only where it belongs to one', () => {
    for (const of of entities.filter(allowsScopeRule)) {
      expect(Object.values(of.fields).some((field) => comparisonsOf(field).length > 0)).toBe(true)
      expect(kindsFor(of).includes('dept')).toBe(of.scope?.dept !== undefined)
    }
  })
})

describe('several roles', () => {
  const role = (name: string, kind: HeldRole['kind'], deptIds: string[], holds: string[]): HeldRole => ({
    id: name,
    alias: name,
    name,
    kind,
    deptIds,
    rights: new Set(holds.map((name) => `${name}.list`)),
    patterns: ['*'],
    entities: new Set(holds),
    rules: new Map(),
  })
  it('add up, by the roles that hold a right to the entity', () => {
    const keeper = role('keeper', 'dept', ['b'], ['device'])
    const second = role('second', 'chosen', ['a', 'b'], ['device'])
    const wide = role('wide', 'all', [], ['supplier'])
    expect(scopeIn([keeper, second, wide], device)).toMatchObject({ isAll: false, deptIds: ['a', 'b'], isOwn: false })
    expect(scopeIn([wide], device).isAll).toBe(true)
    expect(unionOf([keeper, wide]).isAll).toBe(true)
  })

  it('show nothing by conditions that the program no longer knows', () => {
    const stale = { kind: 'custom', deptIds: [], conditions: [{ field: 'gone', is: 'in', values: ['x'] }] } as const
    expect(unionOf([stale], device)).toMatchObject({ isAll: false, deptIds: null, isOwn: false, custom: [] })
  })
})

describe('packages', () => {
  it('of nothing leave what belongs to every hospital, of everything all rights', () => {
    const none = rightsBehind([])
    expect([...none].filter((right) => /^(device|checkTask|checkLine|repairOrder|supplier|user|role|location)\./.test(right))).toEqual([])
    expect(none.has('notice.list')).toBe(true)
    expect(rightsBehind(['supplier']).has('supplier.list')).toBe(true)
    expect([...rights.keys()].filter((right) => rightsBehind(['supplier']).has(right) && right.startsWith('device.'))).toEqual([])
  })
})
