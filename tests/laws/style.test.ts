import { expect, test } from 'vitest'
import { device } from '#contract/entities/asset/device/device.ts'
import { choice } from '#contract/kit/fields/field.ts'
import { entities, machines } from '#contract/registry.ts'
import { sourceFiles } from './source-files.ts'
import { scatteredClasses, styleSheets, toneless, typedColours, typedTones } from './style-laws.ts'

const sheets = styleSheets()

test('the rule of a class stands in one style sheet', () => {
  expect(scatteredClasses(sheets)).toEqual([])
  const planted = (text: string) => scatteredClasses([...sheets, { path: 'src/kit/planted.css', text }])
  const scattered = ['.eam-board: src/features/insight/board/board.css, src/kit/planted.css']
  expect(planted('.eam-board {\n  display: flex;\n}')).toEqual(scattered)
  expect(planted('@container (max-width: 9px) {\n  .eam-planted, .eam-board:hover h2 {\n    color: red;\n  }\n}')).toEqual(scattered)
  expect(planted('.eam-planted .eam-board {\n  display: flex;\n}')).toEqual([])
  expect(planted('@media print {\n  .eam-board {\n    display: none;\n  }\n}')).toEqual([])
})

test('every state has a tone, and so have all options of a choice of which one has', () => {
  expect(toneless(entities, machines)).toEqual([])
  const half = choice({ zh: '物', en: 'Thing', of: { a: { zh: '甲', en: 'A', tone: 'good' }, b: { zh: '乙', en: 'B' } } })
  expect(toneless([{ ...device, fields: { half } }], [])).toEqual(['device.half: b'])
  const bare = choice({ zh: '物', en: 'Thing', of: { a: { zh: '甲', en: 'A' } } })
  expect(toneless([{ ...device, fields: { eamStatus: bare } }], machines)).toEqual(['device.eamStatus: a'])
})

test('colours of states and results are those of their tones', () => {
  expect(typedTones(sheets)).toEqual([])
  expect(typedColours(sourceFiles())).toEqual([])
  const sheet = (text: string) => typedTones([{ path: 'src/kit/planted.css', text }])
  expect(sheet('.eam-planted-good {\n  color: #237804;\n}')).toHaveLength(1)
  expect(sheet('.ph-planted-bad::before {\n  background: var(--ant-color-error);\n}')).toHaveLength(1)
  expect(sheet('.eam-planted-warn {\n  color: var(--tone-warn-text);\n}\n.eam-badge {\n  color: #fff;\n}')).toEqual([])
  const page = (text: string) => typedColours([{ path: 'src/features/check/planted.tsx', text }])
  expect(page(`<Tag color="error">x</Tag>`)).toEqual(['src/features/check/planted.tsx colours a label'])
  expect(page(`const colours = { good: 'success', bad: 'error' }`)).toHaveLength(2)
  expect(page(`const red = '#cf1322' // '#ffffff'`)).toEqual(['src/features/check/planted.tsx has the colour #cf1322'])
})
