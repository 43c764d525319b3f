import { Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { labelItem } from '#contract/entities/label/label-item.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

type Name = keyof typeof labelItem.fields

interface Props {
  /** The printing or the card whose labels are shown, by wire name. */
  readonly of: Readonly<Record<string, string>>
  readonly columns: readonly Name[]
  readonly order?: Readonly<Record<string, string>>
  /** Said above the table. */
  readonly head?: (newest: Row | undefined, total: number) => ReactNode
}

const size = 10

/** Labels that have been printed, as a small table. */
export function PrintedItems({ of, columns, order = {}, head }: Props): ReactNode {
  const { say, word, language } = useWords()
  const [current, setCurrent] = useState(1)
  const page = useList(labelItem, { ...of, ...order, current, size })
  if (!page.data) return <Outcome isLoading={page.isPending} error={page.error} onRetry={() => void page.refetch()} />
  const { records, total } = page.data
  return (
    <>
      {head?.(current === 1 ? records[0] : undefined, total)}
      {total > 0 && (
        <Table<Row>
          rowKey="id"
          size="small"
          dataSource={[...records]}
          loading={page.isPlaceholderData}
          pagination={
            total > size && {
              current,
              pageSize: size,
              total,
              showSizeChanger: false,
              showTotal: (count) => word('list.total', { count }),
              onChange: setCurrent,
            }
          }
          columns={[
            { key: 'createTime', title: word('logs.time'), render: (_value, row) => momentText(String(row.createTime), language) },
            ...columns.map((name) => ({
              key: name,
              title: say(labelItem.fields[name]),
              render: (_value: unknown, row: Row) => <Shown name={name} field={labelItem.fields[name]} row={row} />,
            })),
          ]}
        />
      )}
    </>
  )
}
