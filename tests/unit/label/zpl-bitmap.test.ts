import { expect, test } from 'vitest'
import { bitmapOf, graphicField } from '#server/features/label/zpl-bitmap.ts'

const grey = (rows: string[]): Uint8Array => Uint8Array.from(rows.join('').split(''), (dot) => (dot === '#' ? 0 : 255))

test('a picture is packed by rows of whole bytes, the first dot highest', () => {
  const { bytes } = bitmapOf(grey(['#........#', '.#.......#']), 10, 2)
  expect([...bytes]).toEqual([0x80, 0x40, 0x40, 0x40])
})

test('rows are compressed as ZPL reads them: repeats, light or dark to the end, the same as above', () => {
  const field = (rows: string[]): string => {
    const text = graphicField(bitmapOf(grey(rows), rows[0]!.length, rows.length))
    return /^\^FO0,0\^GFA,\d+,\d+,\d+,(.*)\^FS$/.exec(text)![1]!
  }
  const dots = (text: string): string => text.padEnd(32, '.')
  expect(field([dots('')])).toBe(',')
  expect(field([dots('########')])).toBe('FF,')
  expect(field(['#'.repeat(32)])).toBe('!')
  expect(field([`${'.'.repeat(24)}#.......`])).toBe('L08,')
  expect(field([dots('#'), dots('#')])).toBe('8,:')
  const long = `${'.'.repeat(4 * 45)}#...`
  expect(field([long])).toBe('hK08')
})
