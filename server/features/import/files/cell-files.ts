import type { Words } from '#contract/kit/words.ts'
import { type Inspected, inspectParts, mostFiles, type Room, wholeRoom } from '#server/kit/import/archive/archive.ts'
import type { ReadRow } from '#server/kit/import/rows/read-rows.ts'
import type { FoundFile } from '../work/task.ts'

const linked: Words = {
  zh: '图片的内容不在表格文件里（可能是网络图片或文件不完整）',
  en: 'The spreadsheet does not contain the picture (it may be on the web, or the file is incomplete)',
}

const tooMany: Words = {
  zh: `超出一次导入的上限（${mostFiles} 个、1 GB），不添加；请把列表分次导入`,
  en: `is beyond what one import takes (${mostFiles} files, 1 GB). Import the list in parts`,
}

/** The pictures in the cells of a list, each with the row that shows it, named by the headings of their columns. One shown by many rows counts for each. */
export async function picturesIn(bytes: Uint8Array, rows: readonly ReadRow[]): Promise<FoundFile[]> {
  const shown = rows.flatMap(({ number, pictures = [], isCopy }) => (isCopy ? [] : pictures.map((one) => ({ ...one, row: number }))))
  const parts = new Set(shown.flatMap(({ part }) => part ?? []))
  const found = await inspectParts(bytes, parts)
  const room: { -readonly [K in keyof Room]: Room[K] } = { ...wholeRoom }
  return shown.map(({ heading, part, row }): FoundFile => {
    let one: Inspected = found.get(part ?? '') ?? { place: 0, path: [], size: 0, refused: linked }
    if (!('refused' in one)) {
      room.files--
      room.bytes -= one.size
      if (room.files < 0 || room.bytes < 0) one = { place: one.place, path: one.path, size: one.size, refused: tooMany }
    }
    const ending = /\.\w{1,5}$/.exec(part ?? '')?.[0] ?? ''
    return { ...one, origin: -1, row, path: [`${heading.replace(/[\\/]/g, '-') || 'picture'}${ending}`] }
  })
}
