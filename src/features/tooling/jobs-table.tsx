import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Empty, Popconfirm, Progress, Space, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { jobCancel, jobFile, type jobsMine, jobsOfTenant } from '#contract/calls/tooling/job.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { jobDays, jobStates } from '#contract/kit/sheets/job.ts'
import { download, invoke } from '#src/data/client.ts'
import { useAction } from '#src/data/hooks.ts'
import { language as chosen } from '#src/data/language.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { saveFile } from '#src/kit/save-file.ts'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

type Listed = AnswerOf<typeof jobsMine>['records'][number]

/** Milliseconds between two looks at tasks that are not finished. */
const lookMs = 1500
const isOpen = ({ status }: Listed): boolean => status === 'waiting' || status === 'working'

/** Work in the background: how far it is, why it failed, its result, and its cancellation. */
export function JobsTable({ of }: { readonly of: typeof jobsMine | typeof jobsOfTenant }): ReactNode {
  const { word, language } = useWords()
  const [{ current, size }, setPage] = useState({ current: 1, size: 20 })
  const page = useQuery({
    queryKey: ['call', of.name, { current, size }, chosen()],
    queryFn: ({ signal }) => invoke(of, { query: { current, size }, signal }),
    refetchInterval: ({ state: { data } }) => (data?.records.some(isOpen) ? lookMs : false),
    placeholderData: keepPreviousData,
  })
  if (!page.data) return <Outcome isLoading={page.isPending} error={page.error} onRetry={() => void page.refetch()} />
  const withPerson = of.name === jobsOfTenant.name
  return (
    <>
      <Table<Listed>
        rowKey="id"
        size="small"
        scroll={{ x: 'max-content' }}
        dataSource={[...page.data.records]}
        locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('jobs.none')} /> }}
        pagination={{
          current,
          pageSize: size,
          total: page.data.total,
          hideOnSinglePage: true,
          onChange: (next, nextSize) => setPage({ current: next, size: nextSize }),
        }}
        columns={[
          {
            key: 'task',
            title: word('jobs.task'),
            render: (_value, row) => (
              <>
                <strong>{row.kindName}</strong>
                {row.subject !== row.kindName && <div className="eam-hint">{row.subject}</div>}
              </>
            ),
          },
          { key: 'state', title: word('jobs.state'), width: 320, render: (_value, row) => <State row={row} /> },
          ...(withPerson ? [{ key: 'by', title: word('jobs.by'), render: (_value: unknown, row: Listed) => row.userName }] : []),
          { key: 'started', title: word('jobs.started'), render: (_value, row) => momentText(row.createTime, language) },
          { key: 'ended', title: word('jobs.ended'), render: (_value, row) => row.endTime && momentText(row.endTime, language) },
          { key: 'do', render: (_value, row) => <Actions row={row} onChanged={() => void page.refetch()} /> },
        ]}
      />
      <p className="eam-hint">{word('jobs.kept', { ...jobDays })}</p>
    </>
  )
}

function State({ row }: { readonly row: Listed }): ReactNode {
  const { say } = useWords()
  const state = jobStates[row.status]
  const percent = row.total ? Math.min(100, Math.floor((100 * row.done) / row.total)) : undefined
  return (
    <div role={isOpen(row) ? 'status' : undefined}>
      <ToneTag tone={state.tone}>{say(state)}</ToneTag>
      {row.phase}
      {row.status === 'working' && percent !== undefined && (
        <Progress percent={percent} size="small" status="active" aria-label={row.phase ?? say(state)} />
      )}
      {row.note && <div className="eam-hint">{row.note}</div>}
    </div>
  )
}

function Actions({ row, onChanged }: { readonly row: Listed; readonly onChanged: () => void }): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const cancel = useAction(jobCancel)
  const [isBusy, setBusy] = useState(false)
  const stop = async (): Promise<void> => {
    await notice.tell(cancel.mutateAsync({ body: { id: row.id } }), word('jobs.cancelled'))
    onChanged()
  }
  const fetchFile = async (): Promise<void> => {
    setBusy(true)
    try {
      saveFile(await download(pathsOf(jobFile)[0]!, { id: row.id }, row.fileName ?? row.subject))
    } catch (thrown) {
      notice.failed(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Space>
      {row.canDownload && (
        <Button size="small" type="primary" loading={isBusy} onClick={() => void fetchFile()}>
          {word('jobs.download')}
        </Button>
      )}
      {row.canCancel && (
        <Popconfirm title={word('jobs.askCancel')} onConfirm={() => void stop()}>
          <Button size="small" loading={cancel.isPending}>
            {word('jobs.cancel')}
          </Button>
        </Popconfirm>
      )}
    </Space>
  )
}
