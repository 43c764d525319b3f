import { describe, expect, test } from 'vitest'
import { flag, text } from '#contract/kit/fields/field.ts'
import { isPlaceholder, placeholderWords } from '#server/kit/import/cells/placeholders.ts'

const field = text({ zh: '型号', en: 'Model', max: 60 })
/** What hospitals write for nothing. */
const listed = ['N/A', 'NA', '-', '—', '——', '/', '\\', '无', '不详', '未知', '暂无', '待查', 'none', 'null', 'nil', 'tbd', '0000-00-00']

describe('a cell that says nothing', () => {
  test.each([...new Set([...listed, ...placeholderWords])])('%s', (word) => {
    const wide = word.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
    for (const written of [word, word.toUpperCase(), ` ${word} `, wide]) expect(isPlaceholder(written, field), written).toBe(true)
    expect(isPlaceholder(`${word}1`, field)).toBe(false)
  })

  test.each(['', 'A', '无锡', 'NA-2', '1/2', 0])('is not %s', (cell) => {
    expect(isPlaceholder(cell, field)).toBe(false)
  })

  test('is not one that the field knows as its own', () => {
    expect(isPlaceholder('无', flag({ zh: '计量', en: 'Measured' }))).toBe(false)
  })
})
