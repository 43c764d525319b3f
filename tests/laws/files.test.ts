import { describe, expect, test } from 'vitest'
import { badNames, barrels, defaultExports, fullFolders, lineQuantile, longFiles, strayChinese } from './file-laws.ts'
import { longDerivations, wrongClasses } from './shape-laws.ts'
import { sourceFiles, sourcePaths } from './source-files.ts'

const files = sourceFiles()
const one = (path: string, text = '') => [{ path, text }]
const ofLines = (count: number) => one('server/kit/planted.ts', 'x\n'.repeat(count))

describe('size', () => {
  test('no file is longer than 400 lines', () => {
    expect(longFiles(files, 400)).toEqual([])
    expect(longFiles(ofLines(401), 400)).toEqual(['server/kit/planted.ts: 401 lines'])
    expect(longFiles(ofLines(400), 400)).toEqual([])
  })

  test('95 % of the files keep under 250 lines', () => {
    expect(lineQuantile(files, 0.95)).toBeLessThan(250)
    expect(lineQuantile([...ofLines(10), ...ofLines(300)], 0.95)).toBe(300)
  })

  test('no folder but that of the migrations holds more than 30 files', () => {
    const room = (folder: string, count: number) => Array.from({ length: count }, (_, at) => `${folder}/planted-${at}.ts`)
    expect(fullFolders(sourcePaths(), 30)).toEqual([])
    expect(fullFolders(room('server/planted', 31), 30)).toEqual(['server/planted: 31 files'])
    expect(
      fullFolders([...room('server/planted', 30), ...room('server/planted/room', 30), ...room('server/db/migrations', 31)], 30),
    ).toEqual([])
  })

  test('half of the files keep under 60 lines', () => {
    expect(lineQuantile(files, 0.5)).toBeLessThan(60)
    expect(lineQuantile([...ofLines(1), ...ofLines(70), ...ofLines(80)], 0.5)).toBe(70)
  })
})

describe('shape', () => {
  test('a derivation has at most 150 lines', () => {
    expect(longDerivations(files)).toEqual([])
    const text = (lines: number) => `export function derived() {\n${'  x()\n'.repeat(lines - 2)}}\n`
    expect(longDerivations(one('server/kit/planted.ts', text(151)))).toEqual(['server/kit/planted.ts derived: 151 lines'])
    expect(longDerivations(one('server/kit/planted.ts', text(150)))).toEqual([])
  })

  test('nothing inherits but errors and what a library asks for, and classes with a state are listed', () => {
    expect(wrongClasses(files)).toEqual([])
    const planted = [
      { path: 'server/kit/planted.ts', text: 'export class Planted {}' },
      { path: 'src/kit/planted.ts', text: 'class Lists extends Planted {}' },
      { path: 'src/data/planted.ts', text: 'export class Late extends Error {}' },
    ]
    expect(wrongClasses([...files, ...planted])).toEqual([
      'server/kit/planted.ts Planted is a class',
      'src/kit/planted.ts Lists inherits from Planted',
    ])
  })
})

describe('names', () => {
  test('every name is kebab-case and meaningful', () => {
    expect(badNames(files)).toEqual([])
  })

  test.each([
    'server/kit/planTed.ts',
    'src/kit/utils.ts',
    'server/features/common/thing.ts',
    'src/kit/List_table.tsx',
    'server/kit/service.ts',
  ])('%s is caught', (path) => {
    expect(badNames(one(path))).toHaveLength(1)
  })

  test('nothing is exported without a name', () => {
    expect(defaultExports(files)).toEqual([])
    expect(defaultExports(one('src/kit/planted.tsx', 'export default function Planted() {}'))).toEqual(['src/kit/planted.tsx'])
  })
})

describe('barrels', () => {
  test('no file only re-exports', () => {
    expect(barrels(files)).toEqual([])
  })

  test.each([
    `export * from './list.ts'`,
    `// all of it\nexport { a, b } from './list.ts'\nexport type { C } from '#server/kit/write/save.ts'\n`,
    `import { a } from './list.ts'\n\nexport { a }\n`,
  ])('%j is caught', (text) => {
    expect(barrels(one('server/kit/planted.ts', text))).toEqual(['server/kit/planted.ts'])
  })

  test('a file with its own code is no barrel', () => {
    expect(barrels(one('server/kit/planted.ts', `export { a } from './list.ts'\nexport const b = 1`))).toEqual([])
  })
})

describe('Chinese on the pages', () => {
  test('texts are in src/words or the contract, or beside their English ones', () => {
    expect(strayChinese(files)).toEqual([])
  })

  test.each([`<p>保存</p>`, `const a = '保存' // save`, `const title = { zh: '保存' }`, 'notify(`已删除`)'])('%s is caught', (text) => {
    expect(strayChinese(one('src/features/check/planted.tsx', text))).toHaveLength(1)
  })

  test('comments, pairs and src/words are fine', () => {
    expect(strayChinese(one('src/kit/planted.ts', `/** 盘点 */\nconst a = { zh: '保存', en: 'Save' } // 保存`))).toEqual([])
    expect(strayChinese(one('src/words/planted.ts', `export const a = '保存'`))).toEqual([])
  })
})
