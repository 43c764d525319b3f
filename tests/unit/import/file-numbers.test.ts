import { describe, expect, test } from 'vitest'
import { fileNumbers, rowOfPath } from '#server/kit/import/archive/file-numbers.ts'

const rows = [
  { number: 2, draft: { assetsCode: 'ZC-001', sn: 'SN/77' } },
  { number: 3, draft: { assetsCode: 'ZC-0012', sn: 'ZC-001' } },
  { number: 4, draft: { assetsCode: '12', sn: '2' } },
  { number: 5, draft: { sn: 'DUP' } },
  { number: 6, draft: { sn: 'DUP' } },
  { number: 7, draft: { assetsCode: 'ZC-0012-1' } },
  { number: 8, draft: { assetsCode: 'ZC-2016', rfidCode: 'e2 00 34' } },
]
const numbers = fileNumbers(rows, ['assetsCode', 'sn', 'rfidCode'])
const rowOf = (path: string) => {
  const found = rowOfPath(path.split('/'), numbers)
  return found && 'row' in found ? found.row : found
}

describe('the row of a file by its name', () => {
  test.each([
    ['ZC-001.jpg', 2],
    ['zc-001.JPEG', 2],
    ['ＺＣ－００１２.jpg', 3],
    ['ZC\u201100\u200b12.png', 3],
    ['ZC-0012_2.png', 3],
    ['ZC-0012 (3).jpg', 3],
    ['ZC-0012（3）.jpg', 3],
    ['ZC-0012 铭牌.jpg', 3],
    ['ZC-0012铭牌.jpg', 3],
    ['ZC-0012 2.jpg', 3],
    ['ZC-0012-20240301.jpg', 3],
    ['ZC-0012/合格证.pdf', 3],
    ['照片/ZC-0012/2.jpg', 3],
    ['ZC-001/ZC-0012.jpg', 3],
    ['ZC-0012-1.jpg', 7],
    ['ZC-0012-2.jpg', 3],
    ['12.jpg', 4],
    ['2-1.jpg', 4],
    ['SN-77.jpg', 2],
    ['SN_77 正面.jpg', 2],
    ['E20034.jpg', 8],
    ['ZC-2016 照片.jpg', 8],
  ])('%s is of row %i', (path, row) => {
    expect(rowOf(path)).toBe(row)
  })

  test.each(['ZC-00.jpg', 'ZC-00123.jpg', 'ZC-0012A.jpg', 'ZC-2016-000064.jpg', '12-3456.jpg', '合格证.pdf', 'IMG_0001.jpg', '123.jpg'])(
    '%s is of none',
    (path) => {
      expect(rowOf(path)).toBeUndefined()
    },
  )

  test('a number of several rows tells none', () => {
    expect(rowOf('DUP.jpg')).toEqual({ several: [5, 6], number: 'DUP' })
  })
})
