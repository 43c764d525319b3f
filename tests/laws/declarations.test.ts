import { describe, expect, test } from 'vitest'
import { customField } from '#contract/entities/settings/custom-field.ts'
import { one } from '#contract/kit/entity/answer.ts'
import { call } from '#contract/kit/entity/call.ts'
import { type Entity, entity } from '#contract/kit/entity/entity.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import { choice, integer, items, link, numbering, text } from '#contract/kit/fields/field.ts'
import { calls, entities, machines } from '#contract/registry.ts'
import { wrongEntities, wrongInputs } from './declaration-laws.ts'

const label = { zh: '物', en: 'Thing' }
const base = { ...label, module: 'asset', path: '/planted', title: 'name', table: 'tenant' } as const
const fields = { name: text({ ...label, max: 9 }) }
/** What is said about a planted entity beside the real ones. */
const caught = (facts: object): string[] =>
  wrongEntities([...entities, { name: 'planted', ...base, fields, ...facts } as unknown as Entity]).map((one) =>
    one.replace(/^planted /, ''),
  )

describe('declarations', () => {
  test('entities name only what exists', () => {
    expect(wrongEntities(entities)).toEqual([])
  })

  test('steps and calls take only what exists', () => {
    expect(wrongInputs(entities, machines, calls)).toEqual([])
  })

  test('a tenant may add fields to exactly the entities that allow it', () => {
    const allowed = entities.filter((of) => of.custom).map((of) => of.name)
    expect(Object.keys(customField.fields.entity.of)).toEqual(allowed)
  })

  test.each<[string, object]>([
    ['has the title title', { title: 'title' }],
    ['has the title room, which is no text: compose one from fields', { title: 'room', fields: { room: link({ ...label, to: 'dept' }) } }],
    [
      'asks name when kind is b',
      {
        fields: {
          kind: choice({ ...label, of: { a: label, c: label } }),
          name: text({ ...label, max: 9, when: { field: 'kind', is: ['b'] } }),
        },
      },
    ],
    ['composes name of year', { fields: { name: text({ ...label, max: 9, composed: ['year'] }) } }],
    [
      'composes name of room',
      {
        fields: {
          name: text({ ...label, max: 9, readOnly: false, composed: ['room'] }),
          room: link({ ...label, to: 'dept', required: true }),
        },
      },
    ],
    ['is sorted by age', { sort: { by: 'age' } }],
    ['is a tree by parent', { tree: 'parent', fields: { ...fields, parent: link({ ...label, to: 'dept' }) } }],
    ['is limited by the department name', { scope: { dept: 'name' } }],
    ['is limited through device', { scope: { through: 'device' } }],
    ['is limited to members in checkMember.check', { scope: { members: { entity: 'checkMember', by: 'check' } } }],
    ['has the lines checkLine.check', { lines: [{ entity: 'checkLine', by: 'check', as: 'lines' }] }],
    ['is open by name: draft', { editable: { name: ['draft'] } }],
    ['names the verb tree', { names: { tree: ['baum'] } }],
    ['is kept on phones without name', { offline: { keep: 'read', scope: { by: 'all' }, offlineFields: [] } }],
    ['is kept on phones with colour', { offline: { keep: 'read', scope: { by: 'all' }, offlineFields: ['name', 'colour'] } }],
    ['is kept on phones by name', { offline: { keep: 'read', scope: { by: 'dept', field: 'name' }, offlineFields: ['name'] } }],
    ['uses the name deptId twice', { fields: { ...fields, dept: link({ ...label, to: 'dept' }), deptId: text({ ...label, max: 9 }) } }],
    ['uses the name version twice', { fields: { ...fields, version: text({ ...label, max: 9 }) } }],
    ['room links to cellar', { fields: { ...fields, room: link({ ...label, to: 'cellar' }) } }],
    ['kind offers less than two choices', { fields: { ...fields, kind: choice({ ...label, of: { only: label } }) } }],
    ['kind starts as c', { fields: { ...fields, kind: choice({ ...label, initial: 'c', of: { a: label, b: label } }) } }],
    ['no is numbered by X-{yy}-00', { fields: { ...fields, no: numbering({ ...label, rule: 'X-{yy}-00' }) } }],
    ['all is only for inputs', { fields: { ...fields, all: items({ ...label, max: 9, fields: {} }) } }],
    ['age is searched and no text', { fields: { ...fields, age: integer({ ...label, search: true }) } }],
    ['age has no room between min and max', { fields: { ...fields, age: integer({ ...label, min: 2, max: 1 }) } }],
    ['name has a pattern that fits a part: \\d+', { fields: { name: text({ ...label, max: 9, pattern: '\\d+' }) } }],
    ['name has an example that does not fit: 1a', { fields: { name: text({ ...label, max: 9, pattern: '^\\d+$', example: '1a' }) } }],
  ])('“%s” is caught', (what, facts) => {
    expect(caught(facts)).toEqual([what])
  })

  test('lines that name fields which are not there, or that a draft writes, are caught', () => {
    const totals = { remark: [], lineCount: ['user'] }
    const lines = [{ entity: 'checkMember', by: 'check', as: 'members', order: 'user', once: ['age'], totals }]
    const planted = entities.map((of) => (of.name === 'checkTask' ? { ...of, lines } : of))
    expect(wrongEntities(planted)).toEqual([
      'checkTask orders members by user',
      'checkTask has members once by age',
      'checkTask adds up members in remark',
      'checkTask adds up members in lineCount',
    ])
  })

  test('an entity declared twice is caught', () => {
    const first = entity('dept', { ...base, fields })
    expect(wrongEntities([...entities, first])).toContain('dept is declared twice')
  })

  test('wrong inputs are caught, inside items too, and a machine of a field that is no state', () => {
    const asking = call('planted.ask', {
      ...label,
      module: 'asset',
      method: 'GET',
      path: '/x',
      may: 'session',
      answers: one({}),
      input: { rows: items({ ...label, max: 2, fields: { room: link({ ...label, to: 'cellar' }) } }) },
    })
    const flow: Machine = { entity: 'dept', field: 'category', states: {}, initial: 'clinical', path: '/x', steps: {} }
    expect(wrongInputs(entities, [flow], [asking])).toEqual([
      'planted.ask rows room links to cellar',
      'dept.category is no state: required, read-only, with a first value',
    ])
  })
})
