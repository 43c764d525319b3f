import type { Language } from '#contract/kit/words.ts'
import type { SheetRow } from '#server/kit/export/sheet-cell.ts'

/** The most devices of an export; the filters of its page narrow it. */
export const mostExported = 20_000

/** The last row of an export that is cut, with both numbers; none for one that is whole. */
export function cutRow(shown: number, total: number, language: Language): SheetRow[] {
  if (shown >= total) return []
  return [
    [
      language === 'zh'
        ? `仅导出前 ${shown} 台，共 ${total} 台；请按科室或分类筛选`
        : `Only the first ${shown} of ${total}. Filter by department or class`,
    ],
  ]
}
