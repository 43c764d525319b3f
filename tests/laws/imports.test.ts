import { describe, expect, test } from 'vitest'
import { snake } from '#contract/kit/fields/names.ts'
import { entities } from '#contract/registry.ts'
import { importCycles, moduleCycles, namedEntities, namedTables, wrongImports } from './import-law.ts'
import { type SourceFile, sourceFiles } from './source-files.ts'

const files = sourceFiles()
const planted = (path: string, text: string): SourceFile[] => [...files, { path, text }]
/** What a planted file adds to the offences. */
const caught = (path: string, text: string): string[] => wrongImports(planted(path, text)).filter((one) => one.startsWith(path))

describe('who may import whom', () => {
  test('every import follows the layer order', () => {
    expect(wrongImports(files)).toEqual([])
  })

  test.each([
    ['server/kit/planted.ts', `import { x } from '#src/data/client.ts'`],
    ['src/data/planted.ts', `import type { Row } from '#server/db/query.ts'`],
    ['server/kit/planted.ts', `import { x } from '#server/features/check/scan.ts'`],
    ['server/features/asset/planted.ts', `import { x } from '../check/scan.ts'`],
    ['server/features/asset/planted.ts', `import { x } from '#server/http/reply.ts'`],
    ['src/features/asset/planted.ts', `const x = await import('#src/features/check/phone/record.ts')`],
    ['src/kit/planted.ts', `import { x } from '../features/check/record.ts'`],
    ['src/data/planted.ts', `import { x } from '../kit/columns.tsx'`],
    ['contract/kit/planted.ts', `import { entities } from '../registry.ts'`],
    ['contract/calls/planted.ts', `export * from '#contract/registry.ts'`],
    ['contract/kit/planted.ts', `import { z } from 'zod'`],
    [
      'contract/entities/place/planted.ts',
      `import { device } from '../asset/device/device.ts'\nexport const planted = entity('planted', {})`,
    ],
    ['server/kit/planted.ts', `import { device } from '#contract/entities/asset/device/device.ts'`],
    ['server/sync/planted.ts', `import type { checkLine } from '#contract/entities/check/check-line.ts'`],
    ['src/kit/planted.ts', `import { scan } from '#contract/calls/check/check.ts'`],
    ['src/data/planted.ts', `import { checkModule } from '#contract/modules/check.ts'`],
    ['contract/entities/place/planted.ts', `import { assetModule } from '../../modules/asset.ts'`],
    ['server/db/planted.ts', `type X = import('#server/kit/write/save.ts').Saved`],
  ])('%s with %s is caught', (path, text) => {
    expect(caught(path, text)).toHaveLength(1)
  })

  test('another module through its public.ts is fine', () => {
    expect(caught('server/features/asset/planted.ts', `import { x } from '#server/features/check/public.ts'`)).toEqual([])
  })
})

describe('kits name no entity', () => {
  const names = new Set(entities.map((of) => of.name))

  test('as text either', () => {
    expect(namedEntities(files, names)).toEqual([])
  })

  test.each(['server/kit/planted.ts', 'server/sync/planted.ts', 'src/kit/planted.tsx', 'src/data/planted.ts'])('%s is caught', (path) => {
    expect(namedEntities([{ path, text: `if (of.name === 'device') return` }], names)).toEqual([`${path} names device`])
  })
})

describe('SQL of the kits', () => {
  const tables = new Set(entities.map((of) => of.sql ?? snake(of.name)))

  test('names no table of an entity but the kit’s own', () => {
    expect(namedTables(files, tables)).toEqual([])
  })

  test.each([
    ['server/kit/planted.ts', 'select d.id from device d'],
    ['server/sync/planted.ts', 'update repair_order set version = 2'],
    ['server/kit/demo-acts.ts', 'insert into supplier (id) values ($1)'],
  ])('%s with “%s” is caught', (path, text) => {
    expect(namedTables([{ path, text: `run({ text: \`${text}\` })` }], tables)).toHaveLength(1)
  })

  test('a function, a comment and a module are fine', () => {
    expect(namedTables([{ path: 'server/kit/planted.ts', text: '// from device\nextract(day from device(now()))' }], tables)).toEqual([])
    expect(namedTables([{ path: 'server/features/asset/planted.ts', text: 'select 1 from device' }], tables)).toEqual([])
  })
})

describe('cycles', () => {
  test('no file imports itself, directly or through others', () => {
    expect(importCycles(files)).toEqual([])
  })

  test('a ring of three is caught, even of types only', () => {
    const ring = [
      { path: 'server/kit/a.ts', text: `import { b } from './b.ts'` },
      { path: 'server/kit/b.ts', text: `import type { C } from '#server/kit/c.ts'` },
      { path: 'server/kit/c.ts', text: `export type { A } from './a.ts'` },
    ]
    expect(importCycles(ring)).toEqual(['server/kit/a.ts -> server/kit/b.ts -> server/kit/c.ts -> server/kit/a.ts'])
  })

  test('no module uses a module that uses it', () => {
    expect(moduleCycles(files)).toEqual([])
    const planted = { path: 'server/features/record/planted.ts', text: `import { opensMore } from '#server/features/identity/public.ts'` }
    expect(moduleCycles([...files, planted])).toHaveLength(1)
  })
})
