import { Button, Popconfirm, Table } from 'antd'
import type { ReactNode } from 'react'
import { timedJobList, timedJobRun } from '#contract/calls/tooling/job.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useAction, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { momentText, numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

type Timed = AnswerOf<typeof timedJobList>[number]

/** The timed jobs of the program: when they ran, how it went, when they run next. */
export function TimedJobs(): ReactNode {
  const { word, language } = useWords()
  const notice = useNotice()
  const found = useCall(timedJobList, {}, true, 0)
  const run = useAction(timedJobRun)
  const mayRun = useRight(timedJobRun.may)
  const start = async (name: string): Promise<void> => {
    await notice.tell(run.mutateAsync({ body: { name } }), word('jobs.queued'))
    await found.refetch()
  }
  if (!found.data) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  const outcome = (row: Timed): ReactNode => {
    if (row.isOpen) return <ToneTag tone="busy">{word('jobs.isRunning')}</ToneTag>
    if (row.outcome === null) return null
    return row.outcome === 'done' ? (
      <ToneTag tone="good">{word('jobs.isDone')}</ToneTag>
    ) : (
      <>
        <ToneTag tone="bad">{word('jobs.isFailed')}</ToneTag> {row.note}
      </>
    )
  }
  return (
    <Table<Timed>
      rowKey="name"
      size="small"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={[...found.data]}
      columns={[
        { key: 'title', title: word('jobs.task'), dataIndex: 'title' },
        { key: 'cron', title: word('jobs.schedule'), render: (_value, row) => <code>{row.cron}</code> },
        {
          key: 'last',
          title: word('jobs.lastRun'),
          render: (_value, row) => (row.beginTime ? momentText(row.beginTime, language) : word('jobs.never')),
        },
        {
          key: 'took',
          title: word('jobs.took'),
          render: (_value, row) => row.seconds !== null && word('jobs.seconds', { count: numberText(row.seconds, language) }),
        },
        { key: 'outcome', title: word('jobs.outcome'), render: (_value, row) => outcome(row) },
        { key: 'next', title: word('jobs.nextRun'), render: (_value, row) => momentText(row.nextTime, language) },
        ...(mayRun
          ? [
              {
                key: 'run',
                render: (_value: unknown, row: Timed) => (
                  <Popconfirm title={word('jobs.askRun', { what: row.title })} onConfirm={() => void start(row.name)}>
                    <Button size="small" disabled={run.isPending || row.isOpen}>
                      {word('jobs.run')}
                    </Button>
                  </Popconfirm>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
