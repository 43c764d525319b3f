import { Select, Table, type TableProps } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Call } from '#contract/kit/entity/call.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { type Job, useFindings } from './import-job.ts'

/** A filter above the table: its label, and the values with their labels. */
interface Filter {
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

interface Props<R> {
  readonly job: Job
  /** Answers a page of rows; takes the filters by their names. */
  readonly call: Call
  readonly filters: Readonly<Record<string, Filter>>
  readonly columns: NonNullable<TableProps<R>['columns']>
  /** What stands before the filters. */
  readonly children?: ReactNode
}

/** The place of a finding in the file, with its sheet where several go in. */
export function placeIn({ layout }: Pick<Job, 'layout'>, sheet: string | null, cell: string | number): string {
  const isOneSheet = (layout?.sheets?.filter(({ isIn }) => isIn).length ?? 1) < 2
  return isOneSheet || sheet === null ? String(cell) : `${sheet}!${cell}`
}

/** What was found in a file, page by page, with filters above. */
export function FindingsTable<R extends { readonly id: string }>({ job, call, filters, columns, children }: Props<R>): ReactNode {
  const { word } = useWords()
  const [values, setValues] = useState<Readonly<Record<string, string | undefined>>>({})
  const [{ current, size }, setPage] = useState({ current: 1, size: 20 })
  const page = useFindings<R>(job, call, { ...values, current, size })
  return (
    <>
      <div className="eam-toolbar">
        {children}
        {Object.entries(filters).map(([name, { label, options }]) => (
          <Select
            key={name}
            allowClear
            className="eam-import-filter"
            placeholder={label}
            aria-label={label}
            options={[...options]}
            value={values[name]}
            onChange={(next?: string) => {
              setValues((now) => ({ ...now, [name]: next }))
              setPage((now) => ({ ...now, current: 1 }))
            }}
          />
        ))}
      </div>
      {page.data ? (
        <Table<R>
          rowKey="id"
          size="small"
          loading={page.isFetching && page.isPlaceholderData}
          dataSource={[...page.data.records]}
          pagination={{
            current,
            pageSize: size,
            total: page.data.total,
            showSizeChanger: true,
            showTotal: (count) => word('list.total', { count }),
            onChange: (next, pageSize) => setPage({ current: next, size: pageSize }),
          }}
          columns={columns}
        />
      ) : (
        <Outcome isLoading={page.isPending} error={page.error} onRetry={() => void page.refetch()} />
      )}
    </>
  )
}
