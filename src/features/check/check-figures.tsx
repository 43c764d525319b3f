import { Progress } from 'antd'
import type { ReactNode } from 'react'
import type { checkReport } from '#contract/calls/check/check-report.ts'
import { checkResults } from '#contract/entities/check/check-results.ts'
import { reportWords } from '#contract/entities/check/report-words.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Tone } from '#contract/kit/fields/field.ts'
import { labelText } from '#src/kit/chart/figure-text.ts'
import { moneyText, numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

export type ResultName = keyof typeof checkResults

/** The figures of a check, a department or a location, as every reading call of checks answers them. */
export type Figures = AnswerOf<typeof checkReport>['total']

export const resultNames = Object.keys(checkResults) as ResultName[]

/** How much of a book is counted, in percent. */
const percentOf = ({ counted, book }: Pick<Figures, 'counted' | 'book'>): number => (book === 0 ? 0 : Math.floor((counted / book) * 100))

/** Whether a result says anything yet: what is on the book always does, the others once something is counted or found. */
export const isKnown = (of: Figures, name: ResultName | 'book'): boolean =>
  name === 'book' || name === 'pending' || of.counted > 0 || of[name] > 0

/** `96.4%`, or a dash before anything is counted. */
export const accuracyText = (accuracy: number | null): string => (accuracy === null ? '—' : `${accuracy.toFixed(1)}%`)

/** A bar with its numbers beside it. */
export function CountBar({ of }: { readonly of: Pick<Figures, 'counted' | 'book'> }): ReactNode {
  const { word } = useWords()
  const label = word('check.countedOf', { counted: of.counted, book: of.book })
  return (
    <span className="eam-count-bar">
      <Progress percent={percentOf(of)} size="small" aria-label={label} showInfo={false} />
      <span className="eam-figure">
        {of.counted} / {of.book}
      </span>
    </span>
  )
}

/** The colour of a result that was found; figures of zero stay plain. */
const toneOf = (of: Figures, name: ResultName | 'book'): Tone | undefined =>
  name === 'book' || of[name] === 0 ? undefined : checkResults[name].tone

interface Props {
  readonly of: Figures
  /** Shows the lines of a result; nothing: all of the book. */
  readonly onOpen: (result: ResultName | undefined) => void
}

/** The head of a check: what is on the book, how much is counted and right, and each result with its money. */
export function FigureCards({ of, onOpen }: Props): ReactNode {
  const { word, say, language } = useWords()
  const card = (label: string, name: ResultName | 'book', open: () => void) => (
    <button key={name} type="button" className="eam-figure-card eam-result" data-tone={toneOf(of, name)} onClick={open}>
      <span>{label}</span>
      <strong>{isKnown(of, name) ? numberText(of[name], language) : '—'}</strong>
      <small className="eam-figure" title={isKnown(of, name) ? moneyText(of[`${name}Value`], language) : undefined}>
        {isKnown(of, name) ? labelText(Number(of[`${name}Value`]), 'money', language) : '—'}
      </small>
    </button>
  )
  return (
    <section className="eam-panel" aria-label={word('check.progress')}>
      <div className="eam-check-head">
        <Progress
          type="circle"
          percent={percentOf(of)}
          format={(percent) => (of.counted === 0 ? '—' : `${percent}%`)}
          size={92}
          aria-label={word('check.countedOf', { counted: of.counted, book: of.book })}
        />
        <dl>
          <dt>{say(reportWords.counted)}</dt>
          <dd className="eam-figure">
            {numberText(of.counted, language)} / {numberText(of.book, language)}
          </dd>
          <dt>{word('check.accuracy')}</dt>
          <dd className="eam-figure">{accuracyText(of.accuracy)}</dd>
        </dl>
        <div className="eam-figures">
          {card(say(reportWords.book), 'book', () => onOpen(undefined))}
          {resultNames.map((name) => card(say(checkResults[name]), name, () => onOpen(name)))}
        </div>
      </div>
    </section>
  )
}
