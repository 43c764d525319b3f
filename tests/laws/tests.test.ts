import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { entities } from '#contract/registry.ts'
import { batteryFamilies, familyFacts, outsideBattery, plainFamilies } from '#tests/harness/family-facts.ts'
import { onOldest, runsOnOldest } from '../../scripts/test/oldest-postgres.ts'
import { databaseTests, newestOnly, sqlFiles, tooNewSql } from './test-laws.ts'

const tests = databaseTests()

describe('the battery', () => {
  test('runs on every family that is written by plain drafts, but for those with a reason', () => {
    const names = plainFamilies().map((of) => of.name)
    expect([...batteryFamilies().map((of) => of.name), ...Object.keys(outsideBattery)].sort()).toEqual(names.sort())
    expect(batteryFamilies().length).toBeGreaterThan(8)
  })

  test('knows only families that are declared', () => {
    const names = new Set(entities.map((of) => of.name))
    expect(Object.keys(familyFacts).filter((name) => !names.has(name))).toEqual([])
  })

  test('tests named as the reason exist', () => {
    const named = Object.values(outsideBattery).map((reason) => /tests\/[\w./-]+/.exec(reason)?.[0] ?? '')
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })
})

describe('the oldest PostgreSQL', () => {
  test('runs files that exist', () => {
    expect(Object.keys(onOldest).filter((start) => !tests.some(({ path }) => path.startsWith(start)))).toEqual([])
  })

  test('runs every test that uses SQL which depends on the version', () => {
    expect(newestOnly(tests, runsOnOldest)).toEqual([])
    const planted = { path: 'tests/api/planted.test.ts', text: 'app.sql("select pg_current_xact_id()")' }
    expect(newestOnly([...tests, planted], runsOnOldest)).toEqual([planted.path])
  })

  test('understands every statement of the program', () => {
    expect(tooNewSql(sqlFiles())).toEqual([])
  })

  test.each([
    'const text = `select any_value(name) from device`',
    "const text = 'select uuidv7()'",
    'const text = `update device set name = $1 returning old.name`',
    'const text = `select 1 where $1 is json`',
  ])('%s is caught', (text) => {
    expect(tooNewSql([{ path: 'server/kit/planted.ts', text }])).toHaveLength(1)
    expect(tooNewSql([{ path: 'server/kit/planted.ts', text: `// ${text}` }])).toEqual([])
  })
})
