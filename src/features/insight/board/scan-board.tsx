import { type ReactNode, useMemo } from 'react'
import { scanBoard } from '#contract/calls/check/check-board.ts'
import { checkScan } from '#contract/entities/check/check-scan.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Language } from '#contract/kit/words.ts'
import { dateFormat } from '#src/kit/formats.ts'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { BoardChart } from './board-chart.tsx'
import { BoardFrame } from './board-frame.tsx'
import { listOf } from './figures.ts'
import { Bars, Hero, Panel } from './panels.tsx'
import { ChecksPanel, RowsPanel } from './rows.tsx'
import { useBoard } from './use-board.ts'

type ScanBoardAnswer = AnswerOf<typeof scanBoard>
type Way = keyof typeof checkScan.fields.way.of

const hoursOfDay = 24
const mostWays = 5
/** The right that opens the list of observations. */
const ofScans = 'checkScan.list'

/** The wall board of what is being scanned today: how much, by which means, in which hours, and the last observations. */
export function ScanBoard(): ReactNode {
  const { word, say, language } = useWords()
  const { data, ...state } = useBoard(scanBoard)
  const { scans = 0, devices = 0, places = 0, people = 0 } = data?.today ?? {}
  const listed = (more: Readonly<Record<string, string>> = {}): string | undefined =>
    listOf('/eam/check-scan', data && { ...data.filter, ...more })
  const wayText = (way: string): string => say(checkScan.fields.way.of[way as Way])
  const ways = (data?.ways ?? []).map(({ way, count }) => ({
    key: way,
    label: wayText(way),
    value: count,
    text: numberText(count, language),
    to: listed({ way }),
  }))
  const readers = data?.ways.find(({ way }) => way === 'reader')?.count ?? 0
  const hero = (label: string, value: number, unit: string, beside: string): ReactNode => (
    <Hero label={label} value={numberText(value, language)} unit={unit} beside={beside} to={listed()} right={ofScans} />
  )
  return (
    <BoardFrame title={say(scanBoard)} {...state}>
      <div className="eam-board-scans">
        <div className="eam-board-heroes">
          {hero(
            word('board.scansToday'),
            scans,
            word('board.unit.times'),
            word('board.byReader', { count: numberText(readers, language) }),
          )}
          {hero(word('board.seenToday'), devices, word('board.unit.devices'), word('board.once'))}
          {hero(word('board.placesToday'), places, word('board.unit.places'), word('board.withScans'))}
          {hero(word('board.peopleToday'), people, word('board.unit.people'), word('board.inChecks', { count: data?.checks.length ?? 0 }))}
        </div>
        <RowsPanel area="latest" title={word('board.latest')} total={data?.latest.length} right={ofScans}>
          {data?.latest.map(({ id, deviceName, code, locationName, way, at }) => (
            <li key={id}>
              <span>
                <b>{deviceName ?? code}</b>
                <small>{[locationName, wayText(way)].filter(Boolean).join(' · ')}</small>
              </span>
              <em>{clock(at, language)}</em>
            </li>
          ))}
        </RowsPanel>
        <Panel area="hours" title={word('board.perHour')} isEmpty={!data || data.hours.length === 0}>
          <Hours hours={data?.hours ?? []} />
        </Panel>
        <Panel area="ways" title={word('board.ways')} isEmpty={ways.length === 0}>
          <Bars bars={ways} right={ofScans} most={mostWays} />
        </Panel>
        <ChecksPanel checks={data?.checks} most={1} />
      </div>
    </BoardFrame>
  )
}

/** The time of the day of a moment, where the screen hangs. */
const clock = (at: string, language: Language): string =>
  dateFormat(language, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hour12: false,
  }).format(Date.parse(at))

/** Observations by the hour, from the first one to the last. */
function Hours({ hours }: { readonly hours: ScanBoardAnswer['hours'] }): ReactNode {
  const { word } = useWords()
  const chart = useMemo(() => {
    const known = new Map(hours.map(({ hour, count }) => [hour, count]))
    const [first, last] = [hours[0]?.hour ?? 0, hours.at(-1)?.hour ?? hoursOfDay - 1]
    const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    return {
      kind: 'column',
      figure: word('board.scansToday'),
      unit: 'lines',
      by: word('board.hour'),
      categories: shown.map((hour) => ({ key: String(hour), label: `${String(hour).padStart(2, '0')}:00` })),
      series: [{ key: 'count', label: word('board.scansToday'), values: shown.map((hour) => known.get(hour) ?? 0) }],
    } as const
  }, [hours, word])
  return <BoardChart data={chart} right={ofScans} />
}
