import type { ReactNode } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { changeSentence, noValue } from '#contract/kit/entity/history.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import type { Language } from '#contract/kit/words.ts'
import { machinesOf } from '#contract/registry.ts'
import type { HistoryEvent } from '#src/data/hooks.ts'
import { FileLink } from '#src/kit/file-link.tsx'
import { Photos } from '#src/kit/photos.tsx'
import { lengthText, momentText, textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

type Change = HistoryEvent['changes'][number]

const isEdit = (event: HistoryEvent): boolean => event.operationType === 'add' || event.operationType === 'change'

const stepOf = (of: Entity, event: HistoryEvent) =>
  machinesOf(of).find((on) => Object.hasOwn(on.steps, event.operationType))?.steps[event.operationType]

/** Longer lists of changes are collapsed. */
const mostShown = 4

/** How long a step took since the event before it that led to its state, in minutes; undefined where its declaration does not count it, and for times of phones. */
export function minutesOf(of: Entity, events: readonly HistoryEvent[], at: number): number | undefined {
  const event = events[at]!
  if (!stepOf(of, event)?.took || event.offline) return undefined
  const before = events.slice(at + 1).find((one) => {
    const step = stepOf(of, one)
    return one.operationType === 'add' || (step !== undefined && !(typeof step.to === 'object' && 'same' in step.to))
  })
  if (!before || before.offline) return undefined
  const minutes = Math.floor((Date.parse(event.time) - Date.parse(before.time)) / 60_000)
  return minutes >= 0 ? minutes : undefined
}

interface Props {
  readonly of: Entity
  readonly event: HistoryEvent
  /** How long the step took. */
  readonly minutes?: number | undefined
}

/** One event as sentences: who did what, when, and what changed. */
export function HistoryEntry({ of, event, minutes }: Props): ReactNode {
  const { word, language } = useWords()
  const hasChanges = event.changes.length > 0 && (isEdit(event) || stepOf(of, event) !== undefined)
  return (
    <div className="eam-event">
      <p className="eam-event-act">
        {!event.rule && event.contact} <strong>{event.operationTypeValue}</strong>
        {minutes !== undefined && word('history.took', { length: lengthText(minutes, language) })}
      </p>
      <time dateTime={event.time}>{momentText(event.time, language)}</time>
      {event.rule && <span>{event.rule}</span>}
      {event.offline && <p>{event.offline}</p>}
      {event.showContent && !isEdit(event) && <p>{event.showContent}</p>}
      {hasChanges && <Changes of={of} all={event.changes} isNew={event.operationType === 'add'} />}
      {event.images.length > 0 && <Photos ids={event.images} label={word('history.images')} />}
      {event.attachments.length > 0 && (
        <ul aria-label={word('history.attachments')}>
          {event.attachments.map((id, at) => (
            <li key={id}>
              <FileLink id={id} nth={at + 1} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const formatted: ReadonlySet<Field['kind']> = new Set(['money', 'integer', 'decimal', 'flag', 'date', 'time'])

/** A value as the record shows it: words arrive in the language of the reader, numbers and dates are formatted here. */
function shownValue(of: Entity, name: string, value: string, language: Language): string {
  const field = of.fields[name]
  return value !== noValue && field && formatted.has(field.kind) ? textOf(name, field, { [name]: value }, language) : value
}

function Changes({ of, all, isNew }: { readonly of: Entity; readonly all: readonly Change[]; readonly isNew: boolean }): ReactNode {
  const { word, language } = useWords()
  const list = (
    <ul>
      {all.map(({ field, label, ...change }) => {
        const [from, to] = [shownValue(of, field, change.from, language), shownValue(of, field, change.to, language)]
        return <li key={field}>{isNew ? `${label}${word('mark.colon')}${to}` : changeSentence({ field, label, from, to }, language)}</li>
      })}
    </ul>
  )
  if (all.length <= mostShown) return list
  return (
    <details>
      <summary>{word(isNew ? 'history.facts' : 'history.changes', { count: all.length })}</summary>
      {list}
    </details>
  )
}
