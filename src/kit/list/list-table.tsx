import { Table, type TableColumnType } from 'antd'
import type { SorterResult } from 'antd/es/table/interface'
import { type ComponentRef, type ReactNode, useEffect, useRef } from 'react'
import type { View } from '#contract/kit/entity/view.ts'
import type { Page, Row } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { type ColumnChoice, chosen, resized } from './columns/column-choice.ts'
import { headingWidth } from './columns/column-width.ts'
import { columnsOf, listFields } from './columns/columns.tsx'
import { onRowKey } from './columns/row-keys.ts'
import { rowNames } from './columns/row-names.ts'
import { WideHeaderCell, type WideHeaderProps } from './columns/wide-header-cell.tsx'
import { HeaderOnly } from './header-only.tsx'
import { type ListState, pageSizes } from './list-state.ts'
import type { Density } from './preferences.ts'
import { SumRow } from './sum-row.tsx'
import type { Change } from './use-list-state.ts'

/** Columns in addition to the entity's fields, for the rows of the current page; placed after the first two columns. */
export type ExtraColumns = (rows: readonly Row[]) => TableColumnType<Row>[]

interface Props {
  readonly view: View
  readonly state: ListState
  readonly change: Change
  readonly page: Page | undefined
  readonly isLoading: boolean
  readonly choice: ColumnChoice
  readonly onChoose: (next: ColumnChoice) => void
  readonly selected: readonly Row[]
  /** When absent, rows cannot be selected. */
  readonly onSelect?: (rows: readonly Row[]) => void
  readonly onOpen: (row: Row) => void
  readonly empty: ReactNode
  readonly extraColumns?: ExtraColumns
  readonly density?: Density
  /** Asks to delete the selected rows. */
  readonly onRemove?: () => void
  /** Opens the menu of a row at the pressed button; without it rows have no menu button. */
  readonly onActs?: (row: Row, at: HTMLElement) => void
  /** Sums over all rows found, by field. */
  readonly sums?: Readonly<Record<string, string>>
  /** Whether the list is the page: its pages are turned at the bottom of the window. */
  readonly hasWindow?: boolean
}

/** Where the bar that scrolls wide tables stands: above the pages, whose height and place are in the style sheet. */
const abovePages = 32

const selectionWidth = 44
const actsWidth = 48

/** The table of a list: sorting, paging, selection across pages, keyboard navigation. */
export function ListTable({
  view,
  state,
  change,
  page,
  isLoading,
  choice,
  onChoose,
  selected,
  onSelect,
  onOpen,
  empty,
  extraColumns,
  density = 'usual',
  onRemove,
  onActs,
  sums,
  hasWindow = false,
}: Props) {
  const { word, language } = useWords()
  const names = chosen(Object.keys(listFields(view)), choice)
  const columns = columnsOf(view, names, choice, state.sort, language).map((column) => ({
    ...column,
    onHeaderCell: (): WideHeaderProps => ({ onWiden: (width) => onChoose(resized(choice, String(column.key), width)) }),
  }))
  const toggle = (row: Row): void =>
    onSelect?.(selected.some((other) => other.id === row.id) ? selected.filter((other) => other.id !== row.id) : [...selected, row])
  const first = page?.records[0]?.id
  const nameOf = rowNames(view, page?.records ?? [])
  const all: TableColumnType<Row>[] = [...columns.slice(0, 2), ...(extraColumns?.(page?.records ?? []) ?? []), ...columns.slice(2)]
  const acts: TableColumnType<Row> = {
    key: 'acts',
    title: <span className="eam-line-label">{word('row.acts')}</span>,
    width: actsWidth,
    fixed: 'end',
    align: 'center',
    render: (_value, row) => (
      // A plain button, as up to 200 rows each have one; the menu is created when it opens.
      <button
        type="button"
        className="eam-row-acts"
        aria-haspopup="menu"
        aria-label={word('row.actsOf', { what: nameOf(row) })}
        title={word('row.acts')}
        onClick={(event) => {
          event.stopPropagation()
          onActs?.(row, event.currentTarget)
        }}
      >
        ⋯
      </button>
    ),
  }
  const isEmpty = page?.total === 0
  const table = useRef<ComponentRef<typeof Table>>(null)
  // Focusable rows make the table scrollable by keyboard. Without rows, the body itself takes the focus.
  useEffect(() => {
    const body = table.current?.nativeElement.querySelector('.ant-table-body')
    if (isEmpty) body?.setAttribute('tabindex', '0')
    else body?.removeAttribute('tabindex')
  }, [isEmpty])
  const widthOf = ({ width, title }: TableColumnType<Row>): number =>
    isEmpty && typeof title === 'string' ? headingWidth(title) : typeof width === 'number' ? width : 140
  const width = all.reduce((sum, column) => sum + widthOf(column), 0) + (onSelect ? selectionWidth : 0) + (onActs ? actsWidth : 0)
  // The title column takes the remaining width unless the person set its width.
  const shown = all.map((column) => {
    // In an empty list the headings share the width of the page, so that each is visible; there is nothing to sort.
    if (isEmpty) return { ...column, ellipsis: false, sorter: undefined, width: `${(widthOf(column) / width) * 100}%` }
    return column.key === view.entity.title && !choice.widths[view.entity.title] ? { ...column, width: undefined } : column
  })
  const hasSums = sums !== undefined && shown.some(({ key }) => sums[String(key)] !== undefined) && (page?.total ?? 0) > 0
  return (
    <Table<Row>
      ref={table}
      rowKey="id"
      size={density === 'roomy' ? 'middle' : 'small'}
      className={density === 'compact' ? 'eam-compact' : undefined}
      sticky={hasWindow ? { offsetScroll: abovePages } : true}
      columns={onActs ? [...shown, acts] : shown}
      components={{ header: { cell: WideHeaderCell } }}
      dataSource={page?.records as Row[] | undefined}
      loading={isLoading}
      scroll={{ x: width }}
      tableLayout="fixed"
      locale={{ emptyText: empty }}
      rowSelection={
        onSelect && {
          selectedRowKeys: selected.map((row) => row.id),
          preserveSelectedRowKeys: true,
          columnWidth: selectionWidth,
          fixed: true,
          columnTitle: (box) => <HeaderOnly>{box}</HeaderOnly>,
          getTitleCheckboxProps: () => ({ 'aria-label': word('list.selectPage') }),
          getCheckboxProps: (row) => ({ 'aria-label': word('list.select', { what: nameOf(row) }) }),
          onChange: (_keys, rows) => onSelect(rows),
        }
      }
      onRow={(row) => ({
        tabIndex: row.id === first ? 0 : -1,
        // A thumbnail opens its picture, not the row; the preview bubbles through the row.
        onClick: ({ target }) => {
          if (!(target as Element).closest('.eam-photos, .ant-image-preview')) onOpen(row)
        },
        onKeyDown: (event) => onRowKey(event, { open: () => onOpen(row), select: () => toggle(row), remove: onRemove }),
      })}
      onChange={(_pages, _filters, sorter, { action }) => {
        if (action !== 'sort') return
        const by = sorter as SorterResult<Row>
        change({ sort: by.order ? { by: String(by.columnKey), descending: by.order === 'descend' } : undefined })
      }}
      summary={
        hasSums
          ? () => (
              <SumRow
                view={view}
                names={[...(onSelect ? [''] : []), ...shown.map((column) => String(column.key)), ...(onActs ? [''] : [])]}
                sums={sums}
                total={page?.total ?? 0}
              />
            )
          : undefined
      }
      pagination={{
        current: state.current,
        pageSize: state.size,
        total: page?.total ?? 0,
        pageSizeOptions: pageSizes.map(String),
        showSizeChanger: true,
        showQuickJumper: true,
        showTotal: (count) => word('list.total', { count }),
        onChange: (current, size) => change(size === state.size ? { current } : { size }),
      }}
    />
  )
}
