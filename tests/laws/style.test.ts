import { expect, test } from 'vitest'
import { scatteredClasses, styleSheets } from './style-laws.ts'

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
