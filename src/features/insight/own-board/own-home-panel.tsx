import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { boardHome } from '#contract/calls/insight/own-board.ts'
import { asks, type ChartPanel, type NumberPanel, type Panel as OwnPanel, panelKinds } from '#contract/entities/insight/board-panel.ts'
import type { Measure } from '#contract/kit/figures/measure.ts'
import { useCall } from '#src/data/hooks.ts'
import { useMeasure } from '#src/data/measure.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { measureAddress } from '#src/kit/chart/measure-address.ts'
import { MeasureCard } from '#src/kit/chart/measure-card.tsx'
import { kindsOf } from '#src/kit/chart/measure-chart.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { useWords } from '#src/words/words.ts'
import { useToday } from '../board/board-time.ts'
import { behind } from '../board/figures.ts'
import { ownBoardWords as words } from './own-board-words.ts'
import { calledOf, filtersToday, measureOf, queryOf } from './own-panels.ts'
import './own-home.css'

interface Asked<P> {
  readonly key: string
  readonly panel: P
  readonly of: Measure
}

/** The figures and charts that a person has put on the first page, from boards of their own. */
export function OwnHomePanel(): ReactNode {
  const { say } = useWords()
  const answer = useCall(boardHome, {})
  const found = answer.data?.flatMap((one): Asked<NumberPanel | ChartPanel>[] => {
    const panel = one as unknown as OwnPanel
    const of = one.lack === null && asks(panel) ? measureOf(panel) : undefined
    return of && asks(panel) ? [{ key: `${one.boardId} ${one.id} ${of.name}`, panel, of }] : []
  })
  return (
    <Panel
      title={say(words.home)}
      more={{ to: '/eam/own-board', label: say(words.boards) }}
      answer={{ ...answer, data: found }}
      isEmpty={(all) => all.length === 0}
      empty={say(words.homeEmpty)}
    >
      {(all) => (
        <>
          <ul className="eam-home-links eam-home-totals">
            {all.map(({ key, panel, of }) => panel.kind === 'number' && <NumberItem key={key} panel={panel} of={of} />)}
          </ul>
          <div className="eam-own-home">
            {all.map(({ key, panel, of }) => panel.kind === 'chart' && <ChartItem key={key} panel={panel} of={of} />)}
          </div>
        </>
      )}
    </Panel>
  )
}

function NumberItem({ panel, of }: { readonly panel: NumberPanel; readonly of: Measure }): ReactNode {
  const { say, language } = useWords()
  const today = useToday()
  const { data } = useMeasure(of, queryOf(of, panel, today))
  const { unit, formula } = of.figures[panel.figure]!
  return (
    <li>
      <Link to={behind(of, panel.figure, data) ?? of.page} title={say(formula)}>
        <span>{calledOf(panel, of, say, panelKinds.number)}</span>
        <strong>{figureText(data?.values[panel.figure], unit, language)}</strong>
      </Link>
    </li>
  )
}

function ChartItem({ panel, of }: { readonly panel: ChartPanel; readonly of: Measure }): ReactNode {
  const { say } = useWords()
  const today = useToday()
  const { figure, group, split } = panel
  const kinds = kindsOf(of, of.figures[figure]!, group, split ?? undefined)
  const kind = kinds.includes(panel.chart) ? panel.chart : kinds[0]!
  const filters = filtersToday(of, panel, today)
  return (
    <MeasureCard
      of={of}
      group={group}
      figure={figure}
      kind={kind}
      title={calledOf(panel, of, say, panelKinds.chart)}
      to={measureAddress(of, { group, split: split ?? undefined, figure, kind, filters })}
      query={{ ...filters, ...(split ? { split } : {}) }}
      height={200}
    />
  )
}
