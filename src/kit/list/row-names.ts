import type { View } from '#contract/kit/view.ts'
import type { Row } from '#src/data/hooks.ts'

/** Says which row is meant: by its title; rows of one title by what their other short texts add, as far as that is needed. */
export function rowNames({ entity, fields }: View, rows: readonly Row[]): (row: Row) => string {
  const others = Object.keys(fields).filter((name) => name !== entity.title)
  const textsOf = (row: Row): string[] =>
    [entity.title, ...others].flatMap((name) => {
      const text = row[name]
      return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : []
    })
  const titleOf = (row: Row): string => String(row[entity.title] ?? '').trim()
  return (row) => {
    const title = titleOf(row)
    const alike = rows.filter((other) => other.id !== row.id && titleOf(other) === title).map((other) => new Set(textsOf(other)))
    if (alike.length === 0 && title !== '') return title
    const own = textsOf(row).slice(title === '' ? 0 : 1)
    return [title, own.find((text) => alike.every((other) => !other.has(text))) ?? own.slice(0, 2).join(' ')].filter(Boolean).join(' ')
  }
}
