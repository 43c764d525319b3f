import { describe, expect, test } from 'vitest'
import { gtinOf, gtinWritings, plateOf } from '#contract/codes/plate-code.ts'
import { readCode } from '#contract/codes/scanned-code.ts'
import { codeKey, sameCode, searchForm } from '#contract/kit/text/one-writing.ts'
import { codeWritings } from '#tests/fixtures/code-writings.ts'

describe('codeKey', () => {
  test.each(codeWritings)('writes $writing as $key', ({ writing, key }) => {
    expect(codeKey(writing)).toBe(key)
    expect(codeKey(codeKey(writing))).toBe(key)
  })

  test('keeps apart what differs by a sign that is seen', () => {
    const codes = [
      'ZC-2016-000064',
      'ZC-2016-00064',
      'ZC2016000064',
      'ZC_2016_000064',
      'ZC.2016.000064',
      'ZC/2016/000064',
      'ZC-2016-00006A',
    ]
    expect(new Set(codes.map(codeKey)).size).toBe(codes.length)
  })

  test('takes no empty code for one', () => {
    expect(codeKey('\u200b \u00a0')).toBe('')
    expect(sameCode('\u200b', '')).toBe(false)
    expect(sameCode(null, undefined)).toBe(false)
    expect(sameCode('reuse-1', 'ＲＥＵＳＥ－１')).toBe(true)
  })
})

test('a search compares texts of every width, case and hyphen', () => {
  for (const [typed, stored] of [
    ['(十二道)', '心电图机（十二道）'],
    ['（十二道）', '心电图机(十二道)'],
    ['ＡＢＣ泵', 'abc泵'],
    ['x光机', 'Ｘ光机'],
    ['t‑800', 'T-800 XL'],
    ['心电', '心\u200b电图机'],
    ['1 号', '1\u00a0号床'],
    ['ﬁlter', 'Filter'],
  ] as const)
    expect(searchForm(stored)).toContain(searchForm(typed))
  expect(searchForm('a\0b\nc')).toBe('a\0b\nc')
})

const gs1 = '(01)06901234567892(17)271231(10)LOT-1(21)sn-7'

describe('GS1 text', () => {
  test.each([
    gs1,
    '010690123456789217271231' + '10LOT-1\x1d21sn-7',
    '\x1d010690123456789217271231' + '10LOT-1\x1d21sn-7',
    ']d2010690123456789217271231' + '10LOT-1\x1d21sn-7',
    ']C1010690123456789217271231' + '10LOT-1<GS>21sn-7\r\n',
    '010690123456789217271231' + '10LOT-1{GS}21sn-7',
    '010690123456789217271231' + '10LOT-1␝21sn-7',
    '（01）06901234567892（17）271231（10）LOT-1（21）sn-7',
    '(01) 06901234567892 (17) 271231 (10) LOT-1 (21) sn-7',
    '\u200b(01)06901234567892(17)271231(10)LOT-1(21)sn-7\u200b',
  ])('%j is read by its parts', (typed) => {
    expect(plateOf(typed)).toEqual({ text: gs1, serial: 'sn-7', udiDi: '06901234567892' })
  })

  test('is told from other codes', () => {
    for (const other of ['ZC-2016-000064', 'sn-7', '(21)', '(01)06901234567893(21)sn-7', '', '0106901234567892']) {
      const found = plateOf(other)
      expect(found?.serial).toBeUndefined()
    }
  })

  test('fits a card however its device identifier is written', () => {
    for (const written of ['06901234567892', '6901234567892', '(01)06901234567892', '0106901234567892', ' ０６９０１２３４５６７８９２ ']) {
      expect(gtinOf(written)).toBe('06901234567892')
      expect(gtinWritings('06901234567892')).toContain(codeKey(written))
    }
  })
})

test('the token of a label is read in every width and case', () => {
  for (const typed of ['c/0123456789AB', 'https://h/m/c/0123456789ab', 'ｃ／０１２３４５６７８９ａｂ', '\u200bc/0123456789ab\u200b\r\n'])
    expect(readCode(typed)).toEqual({ token: '0123456789ab', code: '0123456789ab' })
})
