import { type ReactNode, useMemo } from 'react'
import type { ChartPanel, NumberPanel, Panel as OwnPanel } from '#contract/entities/insight/board-panel.ts'
import { panelKinds } from '#contract/entities/insight/board-panel.ts'
import { hasPeriods, type Measure, type Measured } from '#contract/kit/figures/measure.ts'
import { figureText, labelText } from '#src/kit/chart/figure-text.ts'
import { chartOf, groupAt, kindsOf, listAddress } from '#src/kit/chart/measure-chart.ts'
import { fileAddress } from '#src/kit/file-address.ts'
import { dateFormat } from '#src/kit/formats.ts'
import { useWords, type WordKey } from '#src/words/words.ts'
import type { Lack } from '../board/board-calls.ts'
import { BoardChart } from '../board/board-chart.tsx'
import { useNow } from '../board/board-time.ts'
import { barsOf, behind } from '../board/figures.ts'
import { Bars, Hero, Panel } from '../board/panels.tsx'
import { ownBoardWords as words } from './own-board-words.ts'
import { calledOf, measureOf } from './own-panels.ts'

/** The answer to what a panel asks, or why there is none. */
export interface PanelAnswer {
  readonly data: Measured | undefined
  readonly lack: Lack | 'gone' | undefined
}

const lacks: Readonly<Record<Lack, WordKey>> = {
  loading: 'board.loading',
  noRight: 'board.noRight',
  hidden: 'board.hidden',
  failed: 'board.failed',
}

interface Props {
  readonly panel: OwnPanel
  /** Of a panel with a figure. */
  readonly answer?: PanelAnswer | undefined
}

/** One panel of an own board, as large as its place. */
export function PanelView({ panel, answer }: Props): ReactNode {
  const { say } = useWords()
  switch (panel.kind) {
    case 'number':
    case 'chart':
      return <Asked panel={panel} answer={answer ?? { data: undefined, lack: 'loading' }} />
    case 'text':
      return (
        <section className="eam-board-panel eam-own-text" aria-label={panel.title || say(panelKinds.text)}>
          {panel.title && <h2>{panel.title}</h2>}
          <p>{panel.text}</p>
        </section>
      )
    case 'image':
      return (
        <section className="eam-board-panel eam-own-image" aria-label={panel.title || say(panelKinds.image)}>
          {panel.title && <h2>{panel.title}</h2>}
          <img src={fileAddress(panel.image, 'page')} alt={panel.title || say(panelKinds.image)} />
        </section>
      )
    case 'clock':
      return <Clock title={panel.title || say(panelKinds.clock)} />
  }
}

function Asked({ panel, answer: { data, lack } }: { readonly panel: NumberPanel | ChartPanel; readonly answer: PanelAnswer }): ReactNode {
  const { say, word } = useWords()
  const of = measureOf(panel)
  const title = calledOf(panel, of, say, panelKinds[panel.kind])
  if (!of || lack || !data) {
    const why = lack && lack !== 'gone' ? word(lacks[lack]) : of ? word('board.loading') : say(words.gone)
    return <Panel area="own" title={title} isEmpty none={why} />
  }
  return panel.kind === 'number' ? (
    <Figure of={of} panel={panel} title={title} found={data} />
  ) : (
    <Drawn of={of} panel={panel} title={title} found={data} />
  )
}

interface FoundProps<P> {
  readonly of: Measure
  readonly panel: P
  readonly title: string
  readonly found: Measured
}

function Figure({ of, panel, title, found }: FoundProps<NumberPanel>): ReactNode {
  const { word, language } = useWords()
  const { unit } = of.figures[panel.figure]!
  const value = found.values[panel.figure]
  const text =
    unit === 'money' && value !== null && value !== undefined ? labelText(Number(value), unit, language) : figureText(value, unit, language)
  const beside = panel.period && hasPeriods(of) ? word(`measure.${panel.period}`) : ''
  return <Hero label={title} value={text} unit="" beside={beside} to={behind(of, panel.figure, found)} right={`${of.of.name}.list`} />
}

/** Rows of a ranking that have room in a panel of so many rows of the grid. */
const barsIn = (h: number): number => Math.max(2, Math.floor(h * 1.4) - 1)

function Drawn({ of, panel, title, found }: FoundProps<ChartPanel>): ReactNode {
  const { language } = useWords()
  const figure = of.figures[panel.figure]!
  const kinds = kindsOf(of, figure, panel.group, panel.split ?? undefined)
  const kind = kinds.includes(panel.chart) ? panel.chart : kinds[0]!
  const data = useMemo(() => chartOf(of, found, panel.figure, kind, language), [of, found, panel.figure, kind, language])
  const right = `${of.of.name}.list`
  const isRanking = kind === 'bar' && found.split === null
  const isEmpty = data.series.every(({ values }) => values.every((value) => !value))
  const listAt = (category: number): string | undefined => {
    if (found.split !== null) return undefined
    const group = groupAt(found, data, category, 0)
    return group && listAddress(of, figure, group.filter)
  }
  return (
    <Panel area="own" title={title} isEmpty={isEmpty}>
      {isRanking ? (
        <Bars bars={barsOf(of, found, panel.figure, language)} right={right} most={barsIn(panel.h)} />
      ) : (
        <BoardChart data={data} listAt={listAt} right={right} />
      )}
    </Panel>
  )
}

function Clock({ title }: { readonly title: string }): ReactNode {
  const { language } = useWords()
  const now = new Date(useNow())
  return (
    <section className="eam-board-panel eam-own-clock" aria-label={title}>
      <time dateTime={now.toISOString()}>
        <strong>{dateFormat(language, { hour: '2-digit', minute: '2-digit', hour12: false }).format(now)}</strong>
        <span>{dateFormat(language, { year: 'numeric', month: 'long', day: 'numeric', weekday: 'long' }).format(now)}</span>
      </time>
    </section>
  )
}
