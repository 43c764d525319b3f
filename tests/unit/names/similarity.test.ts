import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { builtInNames } from '#server/features/asset/names/built-in.ts'
import { readCatalogue } from '#server/features/asset/names/catalogue-file.ts'
import type { NameGround } from '#server/features/asset/names/provider.ts'
import { similarity } from '#server/features/asset/names/similarity.ts'
import { nameKey, unitsOf } from '#server/features/asset/names/units.ts'

const ground: NameGround = {
  classes: [],
  dictionary: builtInNames.map(({ code, zh, en, alsoZh, alsoEn }) => ({
    ...{ names: [zh, en, ...alsoZh, ...alsoEn], standardName: zh, classId: code },
  })),
  decisions: [],
}

/** The share of labelled names whose class is among the first so many. */
async function hits(language: 'zh' | 'en', most: number): Promise<number> {
  const rows = readFileSync(`tests/data/device-names-${language}.tsv`, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'))
  expect(rows).toHaveLength(200)
  const found = await similarity.propose(
    rows.map(([, name]) => name!),
    ground,
  )
  const right = rows.filter(([codes], at) => found[at]!.slice(0, most).some(({ classId }) => codes!.split(',').includes(String(classId))))
  return right.length / rows.length
}

describe('proposals', () => {
  test('have the class of nine in ten Chinese and of seven in ten English names among the first three', async () => {
    expect(await hits('zh', 3)).toBeGreaterThanOrEqual(0.9)
    expect(await hits('en', 3)).toBeGreaterThanOrEqual(0.7)
  })

  test('say nothing of a name that holds nothing known', async () => {
    expect(await similarity.propose(['ZXQ-9', '', '🙂'], ground)).toEqual([[], [], []])
  })
})

test('a name is read without models, full-width letters and the order of words', () => {
  expect(unitsOf('迈瑞　ＰＭ－９０００ 监护仪')).toEqual({ words: ['pm'], runs: ['迈瑞', '监护仪'] })
  expect(nameKey('Pump, syringe B12')).toBe(nameKey('syringe  PUMP'))
  expect(nameKey('X ray unit')).toBe(nameKey('x-ray machine'))
})

test('the built-in names are each told once, with a code and both languages', () => {
  expect(new Set(builtInNames.map(({ zh }) => zh)).size).toBe(builtInNames.length)
  for (const { code, zh, en } of builtInNames)
    expect([code, /^\d{2}-\d{2}-\d{2}$/.test(code), zh.length > 1, en.length > 1]).toEqual([code, true, true, true])
})

test('a file that is no catalogue is refused with a sentence', () => {
  expect(() => readCatalogue('{"items":[{"code":"x","name":"y"}]}')).toThrow('a class without a code or a name')
})
