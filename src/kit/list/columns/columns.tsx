import type { TableColumnType } from 'antd'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { View } from '#contract/kit/entity/view.ts'
import { type Field, isInternal, isListable, unitFields } from '#contract/kit/fields/field.ts'
import { type Language, say } from '#contract/kit/words.ts'
import { machinesOf } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import { Shown } from '#src/kit/shown.tsx'
import { textOf } from '#src/kit/value-text.ts'
import type { ListState } from '../list-state.ts'
import { type ColumnChoice, noChoice } from './column-choice.ts'
import { usualWidth } from './column-width.ts'

const created: Field = { kind: 'time', zh: '创建时间', en: 'Created' }
const happened: Field = { kind: 'time', zh: '时间', en: 'Time' }

/** Whether to show the creation time: rows are append-only and no listed field holds a time. */
const isDiary = ({ entity, fields }: View): boolean =>
  entity.append === true && !Object.values(fields).some((field) => field.kind === 'time' && field.list)

/** Whether the hospital kept the declared field order. */
function isAsDeclared({ entity, fields }: View): boolean {
  const declared = Object.keys(entity.fields).filter((name) => fields[name])
  const shown = Object.keys(fields).filter((name) => entity.fields[name])
  return declared.every((name, at) => shown[at] === name)
}

/** Whether a field holds files that a list shows as thumbnails. */
const isListedFiles = (field: Field): boolean => field.kind === 'ids' && field.to === 'file' && field.list === true

/** The fields a list can show: in the declared column order, else title and states first, then the others as declared. */
export function listFields(view: View): Record<string, Field> {
  const states = new Set(machinesOf(view.entity).map((on) => on.field))
  const diary = isDiary(view)
  const named = isAsDeclared(view) ? (view.entity.columns ?? []) : []
  const rank = (name: string): number => {
    if (named.includes(name)) return named.indexOf(name)
    if (name === 'createTime') return named.length + (diary ? 1 : 3)
    return named.length + (name === view.entity.title ? 0 : states.has(name) ? 1 : 2)
  }
  const units = unitFields(view.fields)
  const plain = Object.entries(view.fields).filter(
    ([name, field]) => (isListable(field) && !isInternal(field) && !units.has(name)) || isListedFiles(field),
  )
  const isNamed = view.entity.columns?.includes('createTime') === true
  const moment: Field = diary ? { ...happened, list: true } : { ...created, list: isNamed }
  return Object.fromEntries([...plain, ['createTime', moment] as const].sort(([one], [other]) => rank(one) - rank(other)))
}

/** Whether a column is hidden by default. */
export function isExtra(field: Field): boolean {
  return !field.list
}

/** The default columns. */
export function usualChoice(view: View): ColumnChoice {
  const fields = Object.entries(listFields(view))
  return { ...noChoice, hidden: fields.filter(([, field]) => isExtra(field)).map(([name]) => name) }
}

/** The `columns` parameter of a list or export: wire names of the given fields. */
export function columnsQuery(view: View, names: readonly string[]): string {
  const fields = view.fields
  return names.flatMap((name) => (fields[name] ? [wireName(name, fields[name])] : [])).join(',')
}

const rightAligned: ReadonlySet<Field['kind']> = new Set(['money', 'integer', 'decimal'])

/** The table columns of a list, in the order of `names`. */
export function columnsOf(
  view: View,
  names: readonly string[],
  choice: ColumnChoice,
  sort: ListState['sort'],
  language: Language,
): TableColumnType<Row>[] {
  const fields = listFields(view)
  return names.map((name) => {
    const field = fields[name]!
    const sorter = !['link', 'ids', 'choices'].includes(field.kind) && !field.closed && !view.custom.has(name)
    return {
      key: name,
      dataIndex: name,
      title: say(field, language),
      width: choice.widths[name] ?? field.width ?? usualWidth(name, field, view, language, sorter),
      align: rightAligned.has(field.kind) ? 'right' : undefined,
      fixed: name === view.entity.title ? ('start' as const) : undefined,
      ellipsis: { showTitle: false },
      sorter,
      sortOrder: sort?.by === name ? (sort.descending ? 'descend' : 'ascend') : null,
      render: (_value: unknown, row: Row) => (
        <span
          title={textOf(name, field, row, language)}
          className={`eam-cell ${name === view.entity.title ? 'eam-opens' : rightAligned.has(field.kind) ? 'eam-figure' : ''}`}
        >
          <Shown name={name} field={field} row={row} fields={view.fields} />
        </span>
      ),
    }
  })
}
