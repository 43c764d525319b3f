import { createRequire } from 'node:module'
import Document from 'pdfkit'
import { expect, test } from 'vitest'
import { emOf, inFont, isInFont, type Weight } from '#contract/label/label-font.ts'

interface Font {
  readonly characterSet: readonly number[]
  glyphForCodePoint(code: number): { readonly advanceWidth: number }
}

const folder = createRequire(import.meta.url)
  .resolve('@embedpdf/fonts-sc')
  .replace(/dist[\\/][^\\/]+$/, 'fonts/')
const fontOf = (name: string): Font => {
  const doc = new Document({ autoFirstPage: false }).font(`${folder}NotoSansHans-${name}.otf`)
  return (doc as unknown as { _font: { font: Font } })._font.font
}
const weights: readonly (readonly [Weight, string])[] = [
  ['regular', 'Regular'],
  ['bold', 'Bold'],
]

test.each(weights)('the %s font has the letters that we say it has, as wide as we reckon', (weight, name) => {
  const font = fontOf(name)
  const letters = new Set(font.characterSet.filter((code) => code >= 32))
  const isSelector = (code: number): boolean => /\p{Variation_Selector}/u.test(String.fromCodePoint(code))
  const wrong: string[] = []
  for (let code = 32; code < 0x30000; code++)
    if (!isSelector(code) && isInFont(String.fromCodePoint(code)) !== letters.has(code)) wrong.push(code.toString(16))
  expect(wrong).toEqual([])
  const widthOf = (code: number): number => font.glyphForCodePoint(code).advanceWidth / 1000
  for (const code of letters) {
    const reckoned = emOf(String.fromCodePoint(code), weight)
    if (code < 256 && code !== 127) expect(reckoned, code.toString(16)).toBe(widthOf(code))
    // Dashes that are two and three letters long, and a ligature, stand on no label.
    else if (![0x2e3a, 0x2e3b].includes(code)) expect(reckoned, code.toString(16)).toBeGreaterThanOrEqual(widthOf(code) - 0.08)
  }
})

test('a letter that the font lacks is shown as something', () => {
  expect(inFont('𠮷野家 × 5 ℃ é')).toBe('〓野家 × 5 ℃ é')
  expect(inFont('葛\u{e0100}')).toBe('葛\u{e0100}')
})
