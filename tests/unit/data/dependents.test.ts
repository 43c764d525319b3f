import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deviceCounts } from '#contract/calls/asset/counts.ts'
import { deviceHistories } from '#contract/calls/asset/device-history.ts'
import { confirmSurplus } from '#contract/calls/check/check.ts'
import { checkStatistics } from '#contract/calls/check/check-report.ts'
import { auditDisposal, decideDisposal } from '#contract/calls/disposal/disposal.ts'
import { audit } from '#contract/calls/flow/flow.ts'
import { mySessions, revokeSession, switchRole } from '#contract/calls/identity/session.ts'
import { tagRead, unreadNum } from '#contract/calls/notice/notice.ts'
import { repairBatch } from '#contract/calls/service/repair.ts'
import { type Entity, verbsOf, writes } from '#contract/kit/entity/entity.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { calls, entities, machinesOf, moduleFacts } from '#contract/registry.ts'
import { type Changed, dependents } from '#src/data/dependents.ts'

const touches = dependents({ entities, calls, modules: moduleFacts })
const list = (name: string) => ['entity', name, 'list', {}, 'zh']
const called = (of: { name: string }) => ['call', of.name, {}, 'zh']
const hits = (changed: Changed, keys: readonly (readonly unknown[])[]): boolean[] => keys.map((key) => touches(changed, key))

test('a notice touches notices and their number, no register and no count of it', () => {
  for (const changed of [{ entity: 'notice' }, { call: tagRead.name }])
    expect(hits(changed, [list('notice'), called(unreadNum), list('device'), list('supplier'), called(deviceCounts.statusCount)])).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
})

test('a renamed row touches what shows its name, and what is counted by it', () => {
  for (const entity of ['dept', 'location', 'supplier', 'deviceClass', 'assetsCategory'])
    expect(hits({ entity }, [list(entity), list('device'), called(deviceCounts.statusCount)]), entity).toEqual([true, true, true])
  expect(hits({ entity: 'supplier' }, [list('repairOrder'), list('checkTask')])).toEqual([true, false])
  expect(touches({ entity: 'device' }, list('repairOrder'))).toBe(true)
})

test('a step touches the rows it may move elsewhere, their counts and histories, and the notices it sends', () => {
  const keys = [
    list('repairOrder'),
    ['entity', 'device', 'detail', 'x', 'zh'],
    called(deviceCounts.statusCount),
    called(deviceHistories.lifeCycle),
    list('notice'),
  ]
  expect(hits({ entity: 'repairOrder' }, keys)).toEqual(keys.map(() => true))
  expect(touches({ entity: 'repairOrder' }, list('checkTask'))).toBe(false)
})

test('a row that is seen through another, or has it as a line, follows it', () => {
  const through = entities.filter((of) => of.scope?.through)
  expect(through.length).toBeGreaterThan(0)
  for (const of of through) {
    const field = of.fields[of.scope!.through!]!
    if (field.kind === 'link') expect(touches({ entity: field.to }, list(of.name)), of.name).toBe(true)
  }
  for (const of of entities) for (const line of of.lines ?? []) expect(touches({ entity: line.entity }, list(of.name)), of.name).toBe(true)
})

test('what decides what people see touches everything, and so does all that is unknown', () => {
  const all = [...entities.map((of) => list(of.name)), ...calls.map(called)]
  for (const changed of [
    ...entities.filter((of) => of.governs).map((of) => ({ entity: of.name })),
    { entity: 'unknown' },
    { call: 'unknown' },
    { call: switchRole.name },
  ])
    expect(hits(changed, all).every(Boolean), JSON.stringify(changed)).toBe(true)
  for (const key of [list('unknown'), called({ name: 'unknown' })]) expect(touches({ entity: 'notice' }, key)).toBe(true)
  expect(touches({ entity: 'device' }, ['menu'])).toBe(false)
})

test('a call without declared changes touches what its entity does, and nothing else', () => {
  const keys = [
    list('repairOrder'),
    ['entity', 'device', 'detail', 'x', 'zh'],
    ['call', 'measure.repairs', {}, 'zh'],
    list('purchasePlan'),
    list('checkTask'),
  ]
  expect(hits({ call: repairBatch.name }, keys)).toEqual([true, true, true, false, false])
  expect(hits({ call: confirmSurplus.name }, [list('checkLine'), list('device'), list('purchasePlan')])).toEqual([true, true, false])
})

test('a call without an entity touches what the calls of its subject answer', () => {
  expect(hits({ call: revokeSession.name }, [called(mySessions), list('device'), list('floorPlan')])).toEqual([true, false, false])
})

test('an approval touches the documents it decides about, and a document its approval', () => {
  expect(hits({ call: audit.name }, [list('flowInstance'), list('deviceDisposal'), list('warehouseEntry'), list('poolMinimum')])).toEqual([
    true,
    true,
    true,
    false,
  ])
  // A document is about devices: lists that only name one show it as the decision left it.
  expect(touches({ call: audit.name }, list('ambulanceItem'))).toBe(true)
  expect(touches({ entity: 'deviceDisposal' }, list('flowInstance'))).toBe(true)
  expect(touches({ entity: 'poolMinimum' }, list('flowInstance'))).toBe(false)
  for (const { name } of [auditDisposal, decideDisposal]) expect(touches({ call: name }, list('flowInstance')), name).toBe(true)
})

test('rows that the server names touch what reads them, by declared reads or by module, and nothing beside it', () => {
  const keys = [
    list('repairOrder'),
    ['entity', 'repairOrder', 'history', 'x', 5, 'zh'],
    ['call', 'measure.repairs', {}, 'zh'],
    list('notice'),
    list('supplier'),
  ]
  expect(hits({ rows: ['repairOrder'] }, keys)).toEqual([true, true, true, false, false])
  expect(hits({ rows: ['notice'] }, [...keys, called(unreadNum)])).toEqual([false, false, false, true, false, true])
  expect(touches({ rows: ['checkLine'] }, called(checkStatistics))).toBe(true)
  expect(touches({ rows: ['checkMember'] }, ['entity', 'checkTask', 'detail', 'x', 'zh'])).toBe(true)
  // A renamed supplier is shown under its new name; cards change all the time, and hardly ever their names.
  expect(touches({ rows: ['supplier'] }, list('device'))).toBe(true)
  expect(touches({ rows: ['device'] }, list('repairOrder'))).toBe(false)
  expect(touches({ rows: ['device'] }, list('devicePart'))).toBe(true)
  for (const rows of [['role'], ['device', 'user'], ['unknown']]) expect(touches({ rows }, list('supplier')), rows.join()).toBe(true)
  expect(touches({ rows: [] }, list('supplier'))).toBe(false)
})

test('reads and changes name entities, reading calls read and writing calls change', () => {
  const names = new Set(entities.map((of) => of.name))
  for (const of of calls) {
    for (const name of [...(of.reads ?? []), ...(of.changes ?? [])]) expect(names, of.name).toContain(name)
    expect(of.writes === true && of.reads !== undefined, of.name).toBe(false)
    expect(of.writes !== true && of.changes !== undefined, of.name).toBe(false)
  }
})

// What hooks and effects write is no declaration, so it is read from their SQL.
test('what the features of a module write is touched by every write of an entity of that module', () => {
  const root = 'server/features'
  const tables = new Map(entities.map((of) => [of.sql ?? snake(of.name), of]))
  const modules = new Set(entities.map((of) => of.module as string))
  const written = (of: Entity): boolean => verbsOf(of).some(writes) || machinesOf(of).length > 0
  let looked = 0
  // Rows of the demo are made before anyone asks.
  for (const folder of readdirSync(root).filter((name) => modules.has(name)))
    for (const file of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.ts') && !/(^|\/)demo-/.test(name),
    )) {
      const source = readFileSync(join(root, folder, file), 'utf8')
      for (const [, table] of source.matchAll(/(?:insert into|update|delete from) ([a-z_]+)/g)) {
        const into = tables.get(table!)
        if (!into) continue
        looked++
        for (const of of entities.filter((one) => one.module === folder && !one.scope?.own && written(one)))
          expect(touches({ entity: of.name }, list(into.name)), `${file}: ${of.name} writes ${into.name}`).toBe(true)
      }
    }
  expect(looked).toBeGreaterThan(20)
})
