import { describe, expect, it } from 'vitest'
import type { Comparison } from '#contract/kit/fields/row-condition.ts'
import { entityNamed } from '#contract/registry.ts'
import { Parameters } from '#server/db/query.ts'
import { deptsOnly, limitedTo, mayCall, mayList, scopeKey, scopeSql, seesAll } from '#server/kit/access/access.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { type BlindTask, blindTasks } from '#server/kit/access/blind-tasks.ts'
import { type HeldRole, type RoleScope, unionOf } from '#server/kit/access/scope-of-roles.ts'

const role = (rights: readonly string[], patterns: readonly string[]): HeldRole => ({
  ...{ id: 'role', alias: 'role', name: 'role', kind: 'all', deptIds: [], entities: new Set(), rules: new Map() },
  rights: new Set(rights),
  patterns,
})

/** A person as far as access looks at one; `parts` are what the roles say of the rows of every entity. */
const person = (parts: readonly RoleScope[], { roles = [] as readonly HeldRole[], deptId = 'my-dept' as string | null } = {}): Actor => ({
  ...({} as Actor),
  ...{ tenantId: 'home', userId: 'me', deptId, roles },
  rights: new Set(roles.flatMap(({ rights }) => [...rights])),
  scopeOf: (of) => unionOf(parts, of),
})
const all: RoleScope = { kind: 'all', deptIds: [] }
const own: RoleScope = { kind: 'own', deptIds: [] }
const depts = (...deptIds: string[]): RoleScope => ({ kind: 'chosen', deptIds })
const custom = (...conditions: { field: string; is: Comparison; values?: string[] }[]): RoleScope => ({
  kind: 'custom',
  deptIds: [],
  conditions,
})

/** The condition with its values in the place of its parameters, and whether the text uses each of them. */
function conditionOf(entity: string, actor: Actor, alias = 't'): string {
  const into = new Parameters()
  const text = scopeSql(entityNamed(entity), actor, alias, into)
  for (const at of into.values.keys()) expect(text).toContain(`$${at + 1}`)
  return text.replace(/\$(\d+)/g, (_, at: string) => `‹${[into.values[Number(at) - 1]].flat().join()}›`)
}

describe('a call', () => {
  const may = (patterns: readonly string[], call: string, rights = ['device.list']) =>
    mayCall(person([], { roles: [role(rights, patterns)] }), 'device.list', call)

  it('is opened by its name, by the group that it is in, or by all', () => {
    for (const pattern of ['*', 'device.*', 'device.list']) expect([pattern, may([pattern], 'device.list')]).toEqual([pattern, true])
    for (const pattern of ['device.', 'device', 'device.lis', 'devicePart.*', 'list.*', '*.list', 'device.submit', ''])
      expect([pattern, may([pattern], 'device.list')]).toEqual([pattern, false])
    expect(may(['supplier.*', 'device.list'], 'device.list')).toBe(true)
    expect(may([], 'device.list')).toBe(false)
    expect(may(['device.*'], 'devicePart.list')).toBe(false)
  })

  it('needs the right and the opening from one and the same role, and a right that the package leaves', () => {
    const [holds, opens] = [role(['device.list'], ['supplier.*']), role([], ['*'])]
    expect(mayCall(person([], { roles: [holds, opens] }), 'device.list', 'device.list')).toBe(false)
    const both = role(['device.list'], ['device.*'])
    expect(mayCall(person([], { roles: [opens, both] }), 'device.list', 'device.list')).toBe(true)
    expect(mayCall({ rights: new Set(), roles: [both] }, 'device.list', 'device.list')).toBe(false)
  })

  it('that lists is named after the entity', () => {
    const lists = person([], { roles: [role(['device.list'], ['device.list'])] })
    expect([mayList(lists, entityNamed('device')), mayList(lists, entityNamed('supplier'))]).toEqual([true, false])
    expect(mayList(person([], { roles: [role(['device.list'], ['device.detail'])] }), entityNamed('device'))).toBe(false)
  })
})

describe('the rows that a person sees', () => {
  it('are all where nothing limits them, and none where nothing is given', () => {
    expect(conditionOf('location', person([]))).toBe('')
    expect(conditionOf('device', person([all, depts('a')]))).toBe('')
    expect(conditionOf('devicePart', person([all]))).toBe('')
    expect(conditionOf('device', person([]))).toBe('false')
  })

  it('are one’s own of what is written to one person, for those who see everything too', () => {
    expect(conditionOf('notice', person([all]), 'n')).toBe('n.user_id = ‹me›')
  })

  it('are those of each department that a row names, made by oneself, or written for oneself', () => {
    expect(conditionOf('device', person([depts('b', 'a')]))).toBe('t.use_dept_id = any(‹a,b›::uuid[])')
    expect(conditionOf('device', person([own]))).toBe('t.created_by = ‹me›')
    expect(conditionOf('device', person([depts('a'), own]))).toBe('(t.created_by = ‹me› or t.use_dept_id = any(‹a›::uuid[]))')
    expect(conditionOf('deviceUse', person([depts('a')]))).toBe(
      '(t.from_dept_id = any(‹a›::uuid[]) or t.to_dept_id = any(‹a›::uuid[]) or t.applicant_id = ‹me› or t.receiver_id = ‹me›)',
    )
    expect(conditionOf('importJob', person([]))).toBe('t.user_id = ‹me›')
    expect(conditionOf('importJob', person([depts('a')]))).toBe('t.user_id = ‹me›')
  })

  it('are those that one is a member of, and made', () => {
    const members = 'exists (select 1 from check_member m where m.tenant_id = t.tenant_id and m.check_id = t.id and m.user_id = ‹me›)'
    for (const parts of [[depts('a')], [own]]) expect(conditionOf('checkTask', person(parts))).toBe(`(t.created_by = ‹me› or ${members})`)
    expect(conditionOf('checkTask', person([all]))).toBe('')
  })

  it('are those of a group that one is in, read once for all rows', () => {
    const groups = 'select g.id from service_team g where g.tenant_id = ‹home› and not g.is_deleted and ‹me›::uuid = any(g.members)'
    expect(conditionOf('maintainOrder', person([depts('a')])).replace(/\s+/g, ' ')).toBe(
      `(t.use_dept_id = any(‹a›::uuid[]) or t.assignee_id = ‹me› or t.team_id = any(array(${groups})))`,
    )
    expect(conditionOf('maintainOrder', person([all]))).toBe('')
  })

  it('are seen through the row that they belong to, through two as well; one that may be without it is its maker’s', () => {
    const through = (row: string, of: string, column: string, inner: string, table = 'device') =>
      `exists (select 1 from ${table} ${row} where ${row}.tenant_id = ${of}.tenant_id and ${row}.id = ${of}.${column} and ${inner})`
    const orMine = (of: string, column: string, seen: string) => `(${of}.${column} is null and ${of}.created_by = ‹me› or ${seen})`
    const device = (row: string) => `${row}.use_dept_id = any(‹a›::uuid[])`
    expect(conditionOf('devicePart', person([depts('a')]))).toBe(
      orMine('t', 'device_id', through('t_up', 't', 'device_id', device('t_up'))),
    )
    const up = `(${through('t_up_up', 't_up', 'device_id', device('t_up_up'))})`
    expect(conditionOf('documentHistory', person([depts('a')]))).toBe(`(${through('t_up', 't', 'attach_id', up, 'device_attach')})`)
  })

  it('fit all conditions of one rule, of any of several', () => {
    const is = (field: string, how: Comparison, ...values: string[]) =>
      conditionOf('device', person([custom({ field, is: how, values: values.length > 0 ? values : undefined })]))
    const id = '01900000-0000-7000-8000-0000000000ff'
    expect(is('riskLevel', 'in', 'II', 'III')).toBe('(t.risk_level = any(‹II,III›::text[]))')
    expect(is('riskLevel', 'notIn', 'II')).toBe('((t.risk_level is null or t.risk_level <> all(‹II›::text[])))')
    expect(is('useDept', 'in', id)).toBe(`(t.use_dept_id = any(‹${id}›::uuid[]))`)
    expect(is('isMeasure', 'in', '1')).toBe('(t.is_measure = any(‹1›::smallint[]))')
    expect(is('measureCycle', 'from', '6')).toBe('(t.measure_cycle >= ‹6›::integer)')
    expect(is('residualRate', 'to', '5')).toBe('(t.residual_rate <= ‹5›::numeric)')
    expect(is('originalValue', 'from', '1000')).toBe('(t.original_value >= ‹1000›::numeric)')
    expect(is('enableDate', 'to', '2026-01-31')).toBe('(t.enable_date <= ‹2026-01-31›::date)')
    expect(is('keeper', 'mine')).toBe('(t.keeper_id = ‹me›)')
    expect(is('useDept', 'mine')).toBe('(t.use_dept_id = ‹my-dept›)')
    const mine = custom({ field: 'useDept', is: 'mine' }, { field: 'riskLevel', is: 'in', values: ['II'] })
    const both = '(t.use_dept_id = ‹my-dept› and t.risk_level = any(‹II›::text[]))'
    expect(conditionOf('device', person([mine]))).toBe(both)
    expect(conditionOf('device', person([mine, own]))).toBe(`(t.created_by = ‹me› or ${both})`)
    expect(conditionOf('device', person([custom({ field: 'useDept', is: 'mine' })], { deptId: null }))).toBe('(false)')
  })
})

describe('what is asked of a person’s scope', () => {
  const device = entityNamed('device')
  const of = entityNamed

  it('is whether nothing limits them, also through another row', () => {
    for (const name of ['device', 'devicePart', 'documentHistory', 'checkTask'])
      expect([name, seesAll(of(name), person([all])), seesAll(of(name), person([depts('a')]))]).toEqual([name, true, false])
    expect([seesAll(of('location'), person([])), seesAll(of('notice'), person([all]))]).toEqual([true, false])
  })

  it('is whether departments limit them, alone or at all', () => {
    expect(deptsOnly(device, person([depts('b'), depts('a')]))).toEqual(['a', 'b'])
    for (const parts of [[], [all], [own], [depts('a'), own], [depts('a'), all], [depts('a'), custom({ field: 'keeper', is: 'mine' })]])
      expect(deptsOnly(device, person(parts as RoleScope[]))).toBeUndefined()
    for (const name of ['deviceUse', 'importJob', 'checkTask', 'location'])
      expect([name, deptsOnly(of(name), person([depts('a')]))]).toEqual([name, undefined])
    expect([[depts('a')], [depts('a'), own], [own], [all], [depts('a'), all], []].map((one) => limitedTo(device, person(one)))).toEqual(
      [true, true, false, false, false, false], //
    )
  })

  it('is a text that is the same for those who see the same', () => {
    expect(scopeKey(device, person([all]))).toBe('all')
    expect(scopeKey(device, person([depts('b', 'a')]))).toBe('a,b')
    expect(scopeKey(device, person([own]))).toBe('me')
  })

  it('is limited by a blind task for those who do not judge', () => {
    const task = { task: of('checkTask'), field: 'isBlind', is: '1', judge: 'checkTask.judge', hiddenRows: { checkLine: null } }
    blindTasks.push({ ...({} as BlindTask), ...task })
    try {
      const [counter, judge] = [person([all]), person([all], { roles: [role(['checkTask.judge'], ['*'])] })]
      expect([seesAll(of('checkLine'), counter), seesAll(of('checkLine'), judge)]).toEqual([false, true])
      expect(conditionOf('checkLine', judge)).toBe('')
      expect(conditionOf('checkLine', counter)).toMatch(/^\(not exists \(select 1 from check_task k/)
      expect(conditionOf('checkLine', person([depts('a')]))).toMatch(/^\(exists \(select 1 from check_task t_up .+\) and \(not exists /s)
    } finally {
      blindTasks.length = 0
    }
  })
})
