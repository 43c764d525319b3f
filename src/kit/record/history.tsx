import { Button, Empty, Timeline } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Entity } from '#contract/kit/entity.ts'
import type { Field } from '#contract/kit/field.ts'
import { machinesOf } from '#contract/registry.ts'
import { type HistoryCall, type HistoryEvent, useHistory } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { Photos } from '#src/kit/photos.tsx'
import { momentText, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

type Change = HistoryEvent['changes'][number]

const isEdit = (event: HistoryEvent): boolean => event.operationType === 'add' || event.operationType === 'change'
/** Whether the event is a step with changes: its sentence does not include them, so they are listed. */
const isStep = (of: Entity, event: HistoryEvent): boolean =>
  event.changes.length > 0 && machinesOf(of).some((on) => Object.hasOwn(on.steps, event.operationType))
/** Longer lists of changes are collapsed. */
const mostShown = 4

interface Props {
  readonly of: Entity
  readonly id: string
  readonly title: string
  readonly by?: HistoryCall
}

/** The history of a row, newest first, with a heading. */
export function History({ of, id, title, by }: Props): ReactNode {
  const { word, language } = useWords()
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
          items={page.records.map((event) => ({
            key: event.id,
            content: (
              <div className="eam-event">
                <strong>{event.operationTypeValue}</strong>
                <time dateTime={event.time}>{momentText(event.time, language)}</time>
                {(event.rule ?? event.contact) && <span>{event.rule ?? event.contact}</span>}
                {event.offline && <p>{event.offline}</p>}
                {event.showContent && !isEdit(event) && (
                  <p>
                    {word('history.content')}
                    {event.showContent}
                  </p>
                )}
                {(isEdit(event) || isStep(of, event)) && <Changes of={of} all={event.changes} />}
                {event.images.length > 0 && <Photos ids={event.images} label={word('history.images')} />}
              </div>
            ),
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

const formatted: ReadonlySet<Field['kind']> = new Set(['money', 'integer', 'decimal', 'flag', 'date', 'time'])

function Changes({ of, all }: { readonly of: Entity; readonly all: readonly Change[] }): ReactNode {
  const { word, language } = useWords()
  // Texts arrive translated; numbers and dates are formatted here.
  const shown = (name: string, value: Change['to']): string => {
    const field = of.fields[name]
    if (value === '—') return '—'
    return field && formatted.has(field.kind) ? textOf(name, field, { [name]: value }, language) : value
  }
  const list = (
    <ul>
      {all.map((change) => (
        <li key={change.field}>
          {change.label}
          {word('mark.colon')}
          <del>{shown(change.field, change.from)}</del> → <ins>{shown(change.field, change.to)}</ins>
        </li>
      ))}
    </ul>
  )
  if (all.length <= mostShown) return list
  return (
    <details>
      <summary>{word('history.changes', { count: all.length })}</summary>
      {list}
    </details>
  )
}
