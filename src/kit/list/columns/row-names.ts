import type { View } from '#contract/kit/entity/view.ts'
import type { Row } from '#src/data/hooks.ts'

/** The fewest leading texts that no other row has all of; the first two if none distinguish the row. */
function telling(own: readonly string[], alike: readonly ReadonlySet<string>[]): readonly string[] {
  const found = own.findIndex((_, at) => alike.every((other) => own.slice(0, at + 1).some((text) => !other.has(text))))
  return found < 0 ? own.slice(0, 2) : own.slice(0, found + 1)
}

/** Names rows for screen readers: by title; rows with equal titles also by other short texts, as far as needed. */
export function rowNames({ entity, fields }: View, rows: readonly Row[]): (row: Row) => string {
  const others = Object.keys(fields).filter((name) => name !== entity.title)
  // A choice has its key in the field, and its label in `<name>Value`.
  const textOf = (row: Row, name: string): unknown => row[`${name}Value`] ?? row[name]
  const textsOf = (row: Row): string[] =>
    [entity.title, ...others].flatMap((name) => {
      const text = textOf(row, name)
      return typeof text === 'string' && text.trim() !== '' ? [text.trim()] : []
    })
  const titleOf = (row: Row): string => String(textOf(row, entity.title) ?? '').trim()
  return (row) => {
    const title = titleOf(row)
    const alike = rows.filter((other) => other.id !== row.id && titleOf(other) === title).map((other) => new Set(textsOf(other)))
    if (alike.length === 0 && title !== '') return title
    const own = textsOf(row).slice(title === '' ? 0 : 1)
    const alone = own.find((text) => alike.every((other) => !other.has(text)))
    return [title, ...(alone === undefined ? telling(own, alike) : [alone])].filter(Boolean).join(' ')
  }
}
