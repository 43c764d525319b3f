import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Empty, Input, Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import type { TypedSearch } from './search/use-typed-search.ts'

interface ToolbarProps {
  readonly search: TypedSearch
  /** Placeholder and label of the search field. */
  readonly label: string
  /** Between the field and the button; fills the remaining width. */
  readonly children?: ReactNode
  /** The button that adds a row; absent without the right. */
  readonly add?: { readonly label: string; readonly run: () => void }
}

/** Search field and add button above a list that does not belong to an entity. */
export function TypedToolbar({ search, label, children, add }: ToolbarProps): ReactNode {
  return (
    <div className="eam-toolbar">
      <Input
        allowClear
        prefix={<SearchOutlined aria-hidden />}
        value={search.typed}
        onChange={(event) => search.type(event.target.value)}
        style={{ width: 260 }}
        placeholder={label}
        aria-label={label}
      />
      <div className="eam-toolbar-rest">{children}</div>
      {add && (
        <Button type="primary" icon={<PlusOutlined />} onClick={add.run}>
          {add.label}
        </Button>
      )}
    </div>
  )
}

/** Rows per page of such a list. */
export const typedListSize = 20

interface ListProps<R> extends Omit<TableProps<R>, 'dataSource' | 'pagination' | 'size'> {
  readonly search: TypedSearch
  /** Text when there are no rows at all, with advice. */
  readonly empty?: string
  readonly found: {
    readonly data: { readonly records: readonly R[]; readonly total: number } | undefined
    readonly isPending: boolean
    readonly error: Error | null
    readonly refetch: () => unknown
  }
}

/** The rows that a call returned for a typed search; an outcome or empty state when there are none. */
export function TypedList<R extends object>({ search, empty, found, ...table }: ListProps<R>): ReactNode {
  const { word } = useWords()
  const none = search.keyword === '' ? (empty ?? word('history.none')) : word('list.noMatch')
  if (!found.data) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Table<R>
      {...table}
      size="small"
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={none} /> }}
      dataSource={[...found.data.records]}
      pagination={{
        current: search.current,
        pageSize: typedListSize,
        total: found.data.total,
        showSizeChanger: false,
        onChange: search.goToPage,
        showTotal: (count) => word('list.total', { count }),
      }}
    />
  )
}
