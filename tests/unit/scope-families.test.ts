import { describe, expect, test } from 'vitest'
import { type Entity, entity } from '#contract/kit/entity/entity.ts'
import { choice, link, text } from '#contract/kit/fields/field.ts'
import { entities } from '#contract/registry.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { unionOf } from '#server/kit/access/scope-of-roles.ts'
import { familiesOf, taskRoots, tasksOf, teamKinds } from '#server/sync/scope-families.ts'

const words = { zh: '甲', en: 'One' }
const title = text({ ...words, required: true, max: 10 })
const state = choice({ ...words, required: true, readOnly: true, initial: 'open', of: { open: words, closed: words } })
const facts = { ...words, module: 'service', table: 'tenant', title: 'name' } as const

const round = entity('round', {
  ...facts,
  scope: { members: { entity: 'roundMember', by: 'round' } },
  offline: { keep: 'read', scope: { by: 'task', field: 'id' }, states: { state: ['open'] }, offlineFields: ['name'] },
  fields: { name: title, state },
})
const roundMember = entity('roundMember', {
  ...facts,
  fields: { name: title, round: link({ ...words, to: 'round' }), user: link({ ...words, to: 'user' }) },
})
const stop = entity('stop', {
  ...facts,
  offline: { keep: 'write', scope: { by: 'task', field: 'round' }, offlineFields: ['name', 'round'] },
  fields: { name: title, round: link({ ...words, to: 'round' }) },
})
const reading = entity('reading', {
  ...facts,
  offline: { keep: 'write', scope: { by: 'parent', field: 'stop' }, offlineFields: ['name', 'stop'] },
  fields: { name: title, stop: link({ ...words, to: 'stop' }) },
})
const used = entity('used', {
  ...facts,
  offline: { keep: 'read', scope: { by: 'parent', field: 'order' }, offlineFields: ['name', 'order'] },
  fields: { name: title, order: link({ ...words, to: 'repairOrder' }) },
})

const all: Entity[] = [...entities, round, roundMember, stop, reading, used]
const person = {
  userId: 'u1',
  tenantId: 't1',
  deptId: 'd1',
  scopeOf: () => unionOf([{ kind: 'dept', deptIds: ['d1'] }]),
} as unknown as Actor
const tasks = new Map([
  ['checkTask', ['c1']],
  ['round', ['r1', 'r2']],
])
const held = (of: readonly Entity[]) =>
  Object.fromEntries(familiesOf(of).flatMap(({ scopes }) => scopes(person, tasks).map(({ scope, names }) => [scope, names])))

describe('what phones hold', () => {
  test('of several kinds of tasks: each with its own rows', () => {
    expect(taskRoots(all).map(({ name }) => name)).toEqual(['checkTask', 'round'])
    const scopes = held(all)
    expect(scopes['task:c1']).toEqual(['checkTask', 'checkDept', 'checkLine'])
    expect(scopes['task:r1']).toEqual(['round', 'stop', 'reading'])
    expect(scopes['task:r2']).toEqual(scopes['task:r1'])
  })

  test('of lines: wherever the row above them is', () => {
    const scopes = held(all)
    expect(scopes['repair:dept:d1']).toEqual(['repairOrder', 'used'])
    expect(scopes['repair:user:u1']).toEqual(['repairOrder', 'used'])
    expect(scopes['dept:d1']).toEqual(['device', 'ambulanceVehicle', 'ambulanceItem', 'sensorAlarm'])
  })

  test('stays as it is where nothing of it is declared', () => {
    expect(held(entities)).toEqual({
      base: expect.arrayContaining(['dept', 'location', 'checklistVersion']),
      'dept:d1': ['device', 'ambulanceVehicle', 'ambulanceItem', 'sensorAlarm'],
      'metrology:dept:d1': ['measureCard', 'measureRecord'],
      'maintenance:dept:d1': ['maintainOrder'],
      'maintenance:user:u1': ['maintainOrder'],
      'checklist:dept:d1': ['checklistTask'],
      'checklist:user:u1': ['checklistTask'],
      'repair:dept:d1': ['repairOrder'],
      'repair:user:u1': ['repairOrder'],
      'use:dept:d1': ['deviceUse'],
      'use:user:u1': ['deviceUse'],
      'user:u1': expect.arrayContaining(['notice', 'deviceApply', 'flowInstance']),
      'round:dept:d1': ['roundTask', 'roundStop'],
      'round:user:u1': ['roundTask', 'roundStop'],
      'set:dept:d1': ['deviceSet', 'deviceSetMember'],
      'team:user:u1': ['serviceTeam'],
      'provider:tenant': ['providerOrder'],
      'task:c1': ['checkTask', 'checkDept', 'checkLine'],
    })
  })

  test('of teams: what waits for those of the person, lines included', () => {
    const ofTeams = new Map([...tasks, ['serviceTeam', ['g1']]])
    const scopes = Object.fromEntries(
      familiesOf(all).flatMap((family) => family.scopes(person, ofTeams).map(({ scope, names }) => [scope, names])),
    )
    const ofTeam = Object.entries(scopes).filter(([scope]) => scope.endsWith('team:g1'))
    expect(Object.fromEntries(ofTeam)).toEqual({
      'repair:team:g1': ['repairOrder', 'used'],
      'maintenance:team:g1': ['maintainOrder'],
      'round:team:g1': ['roundTask', 'roundStop'],
    })
    expect(Object.keys(held(all)).filter((scope) => scope.includes('team:g1'))).toEqual([])
  })

  test('is asked for all kinds of tasks in one query', () => {
    const kinds = [{ of: round, member: roundMember, blind: 'false' }]
    const { text: sql, values } = tasksOf(person, kinds)
    expect(sql).toMatch(
      /select 'round' as task, k.id, false as is_blind from round k .* k.state = any.* from round_member m .* m.round_id = k.id/s,
    )
    expect(values).toEqual(['t1', 'u1', ['open']])
    expect(tasksOf(person, [...kinds, ...kinds]).text.split('union all')).toHaveLength(2)
    expect(tasksOf(person, []).text).toContain('where false')
    const { text: withTeams } = tasksOf(person, kinds, teamKinds(all))
    expect(withTeams).toMatch(
      /union all select 'serviceTeam' as task, .* from service_team k .* not k.is_deleted and \$2::uuid = any\(k.members\)/s,
    )
  })
})
