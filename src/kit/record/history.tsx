import { Button, Empty, Timeline } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { type HistoryCall, useHistory } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { HistoryEntry, minutesOf } from './history-event.tsx'

interface Props {
  readonly of: Entity
  readonly id: string
  readonly title: string
  readonly by?: HistoryCall
}

/** The history of a row, newest first, with a heading. */
export function History({ of, id, title, by }: Props): ReactNode {
  const { word } = useWords()
  const [size, setSize] = useState(20)
  const events = useHistory(of, id, size, by)
  const page = events.data
  return (
    <section className="eam-history" aria-label={title}>
      <h2>{title}</h2>
      {!page ? (
        <Outcome isLoading={events.isPending} error={events.error} onRetry={() => void events.refetch()} />
      ) : page.records.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('history.none')} />
      ) : (
        <Timeline
          items={page.records.map((event, at) => ({
            key: event.id,
            content: <HistoryEntry of={of} event={event} minutes={minutesOf(of, page.records, at)} />,
          }))}
        />
      )}
      {page && page.total > page.records.length && size < 200 && (
        <Button type="link" block onClick={() => setSize(200)}>
          {word('board.more', { total: page.total })}
        </Button>
      )}
    </section>
  )
}
