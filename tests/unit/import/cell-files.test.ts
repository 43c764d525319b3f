import { expect, test } from 'vitest'
import { picturesIn } from '#server/features/import/files/cell-files.ts'
import { mostFiles } from '#server/kit/import/archive/archive.ts'
import type { ReadRow } from '#server/kit/import/rows/read-rows.ts'
import { picture } from '#tests/harness/pictures.ts'
import { archiveOf } from '#tests/harness/zip.ts'

const part = 'xl/media/image1.jpeg'
const rowsOf = (count: number): ReadRow[] =>
  Array.from({ length: count }, (_, at) => ({ number: at + 2, pictures: [{ heading: '照片', part }] }) as unknown as ReadRow)

test('one picture that many rows show counts for each of them, up to the bound of an import', async () => {
  const found = await picturesIn(archiveOf([{ name: part, content: picture() }]), rowsOf(mostFiles + 2))
  expect(found).toHaveLength(mostFiles + 2)
  expect(found.flatMap((one, at) => ('refused' in one ? [at] : []))).toEqual([mostFiles, mostFiles + 1])
  expect(found.at(-1)).toMatchObject({ row: mostFiles + 3, refused: { zh: expect.stringContaining(`上限（${mostFiles} 个`) } })
})
