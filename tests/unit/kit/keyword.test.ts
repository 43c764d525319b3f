import { describe, expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { Parameters } from '#server/db/query.ts'
import { keywordSql, pairsOf } from '#server/kit/read/search.ts'

const keywords: [string, string[]][] = [
  ['护', ['护']],
  ['监护', ['监护']],
  ['监护仪', ['监护', '护仪']],
  ['除颤监护', ['除颤', '监护']],
  ['ct机', ['t机']],
  ['8排ct', ['排c']],
  ['uct 760', []],
]

describe('the fragments a keyword is looked up by', () => {
  test.each(keywords)('%s', (keyword, pairs) => {
    expect(pairsOf(keyword)).toEqual(pairs)
  })
})

describe('the condition of a keyword', () => {
  const places = (sql: string) => [...new Set(sql.match(/\$\d+/g))].sort()

  test.each([...keywords.map(([keyword]) => keyword), 'ct', '%'])('%s: every parameter is used, and no other', (keyword) => {
    for (const mode of ['index', 'table'] as const) {
      const into = new Parameters()
      const { index, walk, walkInto } = keywordSql(device, keyword, mode, '100001', into)
      expect(places(index)).toEqual(into.values.map((_, at) => `$${at + 1}`))
      expect(places(walk)).toEqual(walkInto.values.map((_, at) => `$${at + 1}`))
    }
  })
})
