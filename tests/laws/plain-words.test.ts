import { describe, expect, test } from 'vitest'
import { longSubjects, oldWords, plainWordLimit, readFiles } from './plain-words.ts'

const one = (path: string, text: string) => oldWords([{ path, text }]).map(({ line, word }) => `${line} ${word}`)
const inCode = (text: string) => one('server/kit/planted.ts', text)

describe('plain English', () => {
  test('old-fashioned words in comments, titles, words and documents only become fewer', () => {
    expect(oldWords(readFiles()).length).toBeLessThanOrEqual(plainWordLimit())
  })

  test('comments, test titles, words of the pages and text around what is filled in are counted', () => {
    expect(inCode('// told anew\nconst a = 1 /* by whoever\n   and upon it */')).toEqual(['1 anew', '2 whoever', '3 upon'])
    expect(inCode("test('what nobody sees', () => {})")).toEqual(['1 nobody'])
    expect(inCode('const en = { gone: `#{name} is gone for ever, #{count} whatever comes` }'.replaceAll('#', '$'))).toEqual([
      '1 for ever',
      '1 whatever',
    ])
    expect(inCode('/** A later copy, or the word that it is gone. */')).toEqual(['1 the word that it is'])
    expect(one('docs/PLANTED.md', 'It shall not.\n\nLest it falls.')).toEqual(['1 shall', '3 lest'])
    expect(one('src/kit/planted.css', '/* drawn anew */')).toEqual(['1 anew'])
  })

  test('identifiers, keys, paths, addresses, names in backticks, blocks of code and Chinese are not', () => {
    expect(inCode("const nobody = shall(anew)\nconst path = '/anew-check'\nconst key = 'whoever'")).toEqual([])
    expect(inCode('// `anew` calls /eam/check/anew-check, see https://example.org/upon/whatever and nobody.ts')).toEqual([])
    expect(inCode("const zh = '无人 一概 重新'\nconst quote = /['\"]/\nconst after = nobody")).toEqual([])
    expect(one('docs/PLANTED.md', '```ts\nconst nobody = 1\n```\nplain')).toEqual([])
  })

  test('the subject of a commit has at most 72 characters', () => {
    expect(longSubjects(72, ['fix: short'])).toEqual([])
    expect(longSubjects(72, ['fix: short', `fix: ${'x'.repeat(68)}`])).toHaveLength(1)
  })
})
