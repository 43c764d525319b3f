import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { homeProcessed } from '#contract/calls/insight/home.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

export type Counted = AnswerOf<typeof homeProcessed>[number]

/** The list that shows exactly the rows of a count. */
export const addressOf = ({ page, filter }: Pick<Counted, 'page' | 'filter'>): string => {
  const search = new URLSearchParams(filter)
  return search.size > 0 ? `${page}?${search}` : page
}

/** The colour of what waits; what has none is pale. */
const toneOf = ({ count, tone }: Counted) => (count > 0 ? { 'data-tone': tone } : { className: 'eam-home-zero' })

/** What is waiting before what is not, each in its own order. */
const zerosLast = (counts: readonly Counted[]): readonly Counted[] => [
  ...counts.filter(({ count }) => count > 0),
  ...counts.filter(({ count }) => count === 0),
]

/** Counts as large figures, each a link to its rows; what has none stands below them in small type. */
export function CountedTiles({ counts }: { readonly counts: readonly Counted[] }): ReactNode {
  const { language } = useWords()
  const linked = (one: Counted): ReactNode => (
    <li key={one.code}>
      <Link to={addressOf(one)} title={one.hint} {...toneOf(one)}>
        <strong>{numberText(one.count, language)}</strong>
        <span>{one.name}</span>
      </Link>
    </li>
  )
  const [waiting, none] = [counts.filter(({ count }) => count > 0), counts.filter(({ count }) => count === 0)]
  return (
    <>
      {waiting.length > 0 && <ul className="eam-home-links eam-home-tiles">{waiting.map(linked)}</ul>}
      {none.length > 0 && <ul className="eam-home-links eam-home-zeros">{none.map(linked)}</ul>}
    </>
  )
}

/** Counts as lines, zeros last. */
export function CountedLines({ counts }: { readonly counts: readonly Counted[] }): ReactNode {
  const { language } = useWords()
  return (
    <ul className="eam-home-links eam-home-lines">
      {zerosLast(counts).map((one) => (
        <li key={one.code}>
          <Link to={addressOf(one)} title={one.hint} {...toneOf(one)}>
            <i aria-hidden />
            <span className="eam-home-cut">{one.name}</span>
            <strong>{numberText(one.count, language)}</strong>
          </Link>
        </li>
      ))}
    </ul>
  )
}
