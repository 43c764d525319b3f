import { SearchOutlined } from '@ant-design/icons'
import { Empty, Input, Select, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { audit, claimTask, type todoList } from '#contract/calls/flow/flow.ts'
import { approvalKinds } from '#contract/entities/flow/approval-kinds.ts'
import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Call } from '#contract/kit/entity/call.ts'
import { useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useDebounced } from '#src/kit/use-debounced.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { AgreeButton } from './agree-button.tsx'
import { ClaimButton } from './claim-button.tsx'
import { HistoryButton, HistoryDrawer } from './designer/history-button.tsx'

type Work = AnswerOf<typeof todoList>
export type WorkCall = Call & Pick<typeof todoList, 'answers'>
type Row = Work['records'][number]

interface Props {
  readonly of: WorkCall
  readonly onOpen: (id: string) => void
  /** What the person may do with a task without opening it. */
  readonly acts?: 'claim' | 'agree' | undefined
}

const { fields } = flowInstance

/** One list of a person's approvals: what it is about, where it stands, since when. */
export function WorkTable({ of, onOpen, acts }: Props): ReactNode {
  const { word, say, language } = useWords()
  const [typed, setTyped] = useState('')
  const keyword = useDebounced(typed.trim(), 300)
  const [approvalKind, setKind] = useState<string>()
  const [page, setPage] = useState({ current: 1, size: 20 })
  const [history, setHistory] = useState<{ readonly id: string; readonly title: string }>()
  const found = useCall(of, { ...page, keyword: keyword || undefined, approvalKind })
  const data = found.data as Work | undefined
  const moment = (value: string | null): string => (value ? momentText(value, language) : '—')
  const isLate = (row: Row): boolean => row.taskState === 'open' && row.dueAt !== null && new Date(row.dueAt).getTime() < Date.now()
  const first = (): void => setPage({ ...page, current: 1 })
  return (
    <section className="eam-list" aria-label={say(of)}>
      <div className="eam-work-tools">
        <Input
          allowClear
          prefix={<SearchOutlined aria-hidden />}
          aria-label={word('flow.keyword')}
          placeholder={word('flow.keyword')}
          maxLength={60}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            first()
          }}
        />
        <Select
          allowClear
          aria-label={say(fields.approvalKind)}
          placeholder={word('flow.allKinds')}
          value={approvalKind}
          options={Object.entries(approvalKinds).map(([value, words]) => ({ value, label: say(words) }))}
          onChange={(next?: string) => {
            setKind(next)
            first()
          }}
          popupMatchSelectWidth={false}
        />
      </div>
      {!data ? (
        <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Table<Row>
          rowKey={(row) => `${row.id} ${row.taskId ?? ''}`}
          size="middle"
          dataSource={[...data.records]}
          onRow={(row) => ({ onClick: () => onOpen(row.id), style: { cursor: 'pointer' } })}
          locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('flow.nothing')} /> }}
          pagination={{
            current: page.current,
            pageSize: page.size,
            total: data.total,
            showSizeChanger: true,
            showTotal: (count) => word('list.total', { count }),
            onChange: (current, size) => setPage({ current, size }),
          }}
          scroll={{ x: 'max-content' }}
          columns={[
            {
              title: say(fields.instanceTitle),
              render: (_, row) => (
                <a
                  href={`/flow/process-new/${row.id}`}
                  onClick={(event) => {
                    event.preventDefault()
                    event.stopPropagation()
                    onOpen(row.id)
                  }}
                >
                  {row.instanceTitle}
                </a>
              ),
            },
            { title: say(fields.approvalKind), render: (_, row) => row.approvalKindValue ?? '—' },
            { title: say(fields.applicant), render: (_, row) => row.applicantName ?? '—' },
            { title: say(fields.dept), render: (_, row) => row.deptName ?? '—' },
            { title: say(fields.currentNodes), render: (_, row) => row.currentNodes || '—' },
            {
              title: say(fields.instanceStatus),
              render: (_, row) => <Shown name="instanceStatus" field={fields.instanceStatus} row={row} />,
            },
            {
              title: word('flow.openedAt'),
              render: (_, row) => (
                <>
                  {moment(row.openedAt ?? row.createTime)} {isLate(row) && <ToneTag tone="bad">{word('flow.overdue')}</ToneTag>}
                </>
              ),
            },
            ...(acts === 'agree'
              ? [
                  {
                    title: say(audit.input.type.of.agree),
                    render: (_: unknown, { id, instanceTitle, taskId, taskVersion }: Row) =>
                      taskId && <AgreeButton id={id} title={instanceTitle ?? ''} taskId={taskId} taskVersion={taskVersion} />,
                  },
                ]
              : []),
            ...(acts === 'claim'
              ? [{ title: say(claimTask), render: (_: unknown, row: Row) => row.taskId && <ClaimButton taskId={row.taskId} /> }]
              : data.records.some(({ decidedAt }) => decidedAt)
                ? [{ title: word('flow.decidedAt'), render: (_: unknown, row: Row) => moment(row.decidedAt) }]
                : []),
            {
              title: word('history.title'),
              align: 'center',
              render: (_, row) => (
                <HistoryButton title={row.instanceTitle ?? ''} onOpen={() => setHistory({ id: row.id, title: row.instanceTitle ?? '' })} />
              ),
            },
          ]}
        />
      )}
      <HistoryDrawer of={history} onClose={() => setHistory(undefined)} />
    </section>
  )
}
