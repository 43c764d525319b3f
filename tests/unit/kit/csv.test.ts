import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { expect, test } from 'vitest'
import { csvLine, csvPieces } from '#server/kit/export/csv.ts'
import { unescapeFormula, unescapeFormulaInCsv } from '#server/kit/export/escape-formula.ts'

const separators = [',', ';', '\t', '|'] as const
const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠']

/**
 * The cells of a file as a spreadsheet reads it that was told, or guesses, one separator: quotes count at the beginning of a cell alone, and what follows
 * their end belongs to the cell.
 */
function opened(file: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  let isStart = true
  for (let at = 0; at < file.length; at++) {
    const sign = file[at]!
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (file[at + 1] === '"') cell += file[++at]
      else isQuoted = false
    } else if (isStart && sign === '"') isQuoted = true
    else if (sign === separator || sign === '\r' || sign === '\n') {
      cells.push(cell)
      cell = ''
      isStart = true
      continue
    } else cell += sign
    isStart = false
  }
  return [...cells, cell]
}

const isFormula = (cell: string): boolean => /^ *[=+\-@＝＋－＠]/.test(cell) && !/^-?\d+(\.\d+)?"*$/.test(cell)

const hostile = [
  ...['', ...separators, '\r', '\n', '\r\n', 'a;', 'a\t', 'x|', ';"', '; ', '"', '";'].flatMap((before) =>
    signs.map((sign) => `${before}${sign}1+1`),
  ),
  '\t=1+1;',
  'a;=HYPERLINK("http://evil.example");b',
  'a\n=1+1;',
]

test('no cell is a formula, whichever sign separates cells where the file is opened', () => {
  for (const text of hostile)
    for (const line of [csvLine([text, 'b']), csvLine(['a', text, 1]), csvLine([null, text])])
      for (const separator of separators)
        expect([text, separator, opened(`\ufeff${line}`.slice(1), separator).filter(isFormula)]).toEqual([text, separator, []])
})

test('every text stands in quotes, numbers and nothing do not', () => {
  expect(csvLine(['a', '12', 12.5, null, 'say "b"', ';=1+1', '-5'])).toBe('"a","12",12.5,,"say ""b""",";\'=1+1","-5"\r\n')
})

test('written values are read back unchanged, by each of our readers', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '1', ' ', '"', "'", ';', '|', '\t', '\n', '长', ',', ...signs), maxLength: 12 })
  fc.assert(
    fc.property(text, (value) => {
      const [row] = parseCsv(csvLine([value, 'end']), { delimiter: ',' })
      expect(unescapeFormula(unescapeFormulaInCsv(String(row![0] ?? '')))).toBe(value)
    }),
    { seed: 7, numRuns: 2000 },
  )
})

test('a long file is written in pieces that hold every row once', async () => {
  let file = ''
  let pieces = 0
  for await (const piece of csvPieces(
    ['号'],
    Array.from({ length: 5000 }, (_, at) => [at]),
  )) {
    file += piece
    pieces++
  }
  expect(pieces).toBeGreaterThan(1)
  expect(file).toBe(`\ufeff"号"\r\n${Array.from({ length: 5000 }, (_, at) => `${at}\r\n`).join('')}`)
})
