import { PlusOutlined, SearchOutlined } from '@ant-design/icons'
import { Button, Empty, Input, Table, type TableProps } from 'antd'
import type { ReactNode } from 'react'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import type { TypedSearch } from './use-typed-search.ts'

interface ToolbarProps {
  readonly search: TypedSearch
  /** What is searched: the name of the field and its placeholder. */
  readonly label: string
  /** Between the field and the button; takes the room that is left. */
  readonly children?: ReactNode
  /** The button that adds a row; absent for people who may not. */
  readonly add?: { readonly label: string; readonly run: () => void }
}

/** A search field and a button above a list that is not of an entity. */
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

/** Rows of one page of such a list. */
export const typedListSize = 20

interface ListProps<R> extends Omit<TableProps<R>, 'dataSource' | 'pagination' | 'size'> {
  readonly search: TypedSearch
  /** What is said where there are no rows at all, and what to do then. */
  readonly empty?: string
  readonly found: {
    readonly data: { readonly records: readonly R[]; readonly total: number } | undefined
    readonly isPending: boolean
    readonly error: Error | null
    readonly refetch: () => unknown
  }
}

/** The page of rows that a call answered for a typed search, or why there is none. */
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
        showTotal: (total) => word('list.total', { total }),
      }}
    />
  )
}
