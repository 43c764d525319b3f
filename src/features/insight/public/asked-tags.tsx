import { CloseOutlined } from '@ant-design/icons'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { longestSentence } from '#contract/ask/writing.ts'
import { useWords } from '#src/words/words.ts'
import { type Asked, type AskedReading, withoutPart } from './use-asked.ts'
import './asked.css'

interface Props {
  readonly typed: string
  readonly asked: Asked
  /** The reading whose parts are shown. */
  readonly reading: AskedReading | undefined
  readonly onType: (typed: string) => void
  /** Where the focus goes when no part is left, or with Escape. */
  readonly onLeave: () => void
}

/** What was understood of a sentence as tags that can be removed, and what was not. */
export function AskedTags({ typed, asked, reading, onType, onLeave }: Props): ReactNode {
  const { word } = useWords()
  const list = useRef<HTMLUListElement>(null)
  /** The tag that has the focus after a removal. */
  const next = useRef<number>(undefined)
  const count = reading?.parts.length ?? 0
  useEffect(() => {
    if (next.current === undefined) return
    const tags = list.current?.querySelectorAll('button') ?? []
    const tag = tags[Math.min(next.current, tags.length - 1)]
    next.current = undefined
    if (tag) tag.focus()
    else onLeave()
  })
  if (asked.isTooLong) return <p className="eam-asked-note">{word('ask.long', { most: longestSentence })}</p>
  if (!reading && !asked.error) return null
  const remove = (at: number): void => {
    next.current = at
    onType(withoutPart(typed, reading!.parts[at]!))
  }
  const press = (event: KeyboardEvent<HTMLButtonElement>, at: number): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (event.key === 'Delete' || event.key === 'Backspace') remove(at)
    else if (step !== 0) list.current?.querySelectorAll('button')[(at + step + count) % count]?.focus()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="eam-asked">
      {reading && count > 0 && (
        <ul ref={list} aria-label={word('ask.tags')}>
          {reading.parts.map(({ label, spans }, at) => (
            <li key={`${spans[0]![0]} ${label}`}>
              <button
                type="button"
                aria-label={word('ask.remove', { what: label })}
                onClick={() => remove(at)}
                onKeyDown={(event) => press(event, at)}
              >
                {label} <CloseOutlined aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {reading && reading.unknown !== '' && <p className="eam-asked-note">{word('ask.unknown', { what: reading.unknown })}</p>}
      {asked.error && (
        <p role="alert" className="eam-asked-note">
          {word('ask.failed', { why: asked.error.message })}
        </p>
      )}
    </div>
  )
}
