import type { ReactNode } from 'react'
import { homeApply, homeProcessed, homeWarnings } from '#contract/calls/insight/home.ts'
import { useCall } from '#src/data/hooks.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { type Counted, CountedLines, CountedTiles } from './counted-tiles.tsx'

const sum = (counts: readonly Counted[]): number => counts.reduce((all, { count }) => all + count, 0)

/** Counts of the person's work. */
export function ProcessedPanel(): ReactNode {
  const { word, language } = useWords()
  const answer = useCall(homeProcessed, {})
  const waiting = answer.data && sum(answer.data)
  return (
    <Panel
      title={word('home.processed')}
      note={
        waiting === undefined
          ? undefined
          : waiting === 0
            ? word('home.allDone')
            : word('home.inAll', { count: waiting === 1 ? waiting : numberText(waiting, language) })
      }
      answer={answer}
    >
      {(counts) => <CountedTiles counts={counts} />}
    </Panel>
  )
}

/** Counts of what is overdue or due soon. */
export function WarningPanel(): ReactNode {
  const { word } = useWords()
  const answer = useCall(homeWarnings, {})
  return (
    <Panel title={word('home.warnings')} answer={answer}>
      {(counts) => {
        const late = counts.filter(({ count }) => count > 0)
        return late.length > 0 ? <CountedLines counts={late} /> : <p className="eam-hint">{word('home.noWarnings')}</p>
      }}
    </Panel>
  )
}

/** Counts of the person's own requests that are open. */
export function ApplyPanel(): ReactNode {
  const { word } = useWords()
  const answer = useCall(homeApply, {})
  return (
    <Panel title={word('home.apply')} answer={answer} lines={2}>
      {(counts) => <CountedLines counts={counts} />}
    </Panel>
  )
}
