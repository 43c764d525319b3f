import type { ReactNode } from 'react'
import { boardTitles } from '#contract/calls/insight/board.ts'
import { freeDevices, sensorLists } from '#contract/calls/iot/sensor.ts'
import type { Measured, MeasureValues } from '#contract/kit/figures/measure.ts'
import { daysAfter, monthAfter } from '#contract/kit/time/day.ts'
import { energy } from '#contract/measures/energy.ts'
import { figureText, shortNumber } from '#src/kit/chart/figure-text.ts'
import { lengthText, numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { boardCall, measureCall, measuredOf, type Part, reportCall, useBoardCalls } from './board-calls.ts'
import { GroupsChart, MonthsChart } from './board-chart.tsx'
import { BoardFrame } from './board-frame.tsx'
import { useToday } from './board-time.ts'
import { barsOf, listOf, numberOf, rowOf } from './figures.ts'
import { Bars, Hero } from './panels.tsx'
import { lacks, PartPanel } from './part-panels.tsx'

/** Days and months that are added up. */
const [mostDays, mostMonths] = [30, 6]
const most = 6
const right = 'deviceSecDay.list'
const ways = { running: 'good', standby: 'warn', off: 'plain' } as const

/** The wall board of the energy: how much is used, by whom, when, and how long devices run for it. */
export function EnergyBoard(): ReactNode {
  const { word, say, language } = useWords()
  const today = useToday()
  const period = { day_ge: daysAfter(today, 1 - mostDays), day_le: today }
  const { parts, state } = useBoardCalls('energy', {
    depts: measureCall(energy, { group: 'useDept', figures: 'kwh,running,standby,off', ...period }),
    // Apart: a hospital that hides the cost keeps the other figures.
    costs: measureCall(energy, { group: 'useDept', figures: 'cost,valleyShare,co2,unpriced,count', ...period }),
    devices: measureCall(energy, { group: 'device', figures: 'kwh', ...period }),
    days: measureCall(energy, { group: 'day', figures: 'kwh', ...period }),
    months: reportCall(energy, 'byMonth', '/eam/device-sec-day/', { day_ge: monthAfter(today, 1 - mostMonths), day_le: today }),
    metered: boardCall(sensorLists.metered, '/eam/device-sec-day/', { size: 1 }),
    free: boardCall(freeDevices, '/iot/', { size: 1 }),
  })
  const sums = parts.depts.data?.values
  const isBare = parts.depts.data?.rows.length === 0
  const none = isBare ? word('board.noEnergy') : undefined
  const months = measuredOf(energy, 'byMonth', parts.months.data)
  const kwhIn = (month: string): string => shortNumber(numberOf(rowOf(months, month.slice(0, 7)), 'kwh'), language)
  const length = (figure: keyof typeof ways): string => lengthText(Number(sums?.[figure] ?? 0) / 60, language)
  const costs = parts.costs.data?.values
  const isUnpriced = costs !== undefined && Number(costs.unpriced) === Number(costs.count)
  const list = listOf(energy.page, period)
  return (
    <BoardFrame title={say(boardTitles.energy)} {...state}>
      <div className="eam-board-energy">
        <div className="eam-board-heroes">
          <Hero
            label={word('board.energy30')}
            value={sums ? shortNumber(Number(sums.kwh), language) : '—'}
            unit="kWh"
            beside={none ?? topText(parts.depts.data)}
            to={list}
            right={right}
          />
          <Hero
            label={word('board.energyMonth')}
            value={months ? kwhIn(today) : '—'}
            unit="kWh"
            beside={none ?? word('board.energyLastMonth', { kwh: kwhIn(monthAfter(today, -1)) })}
            right={right}
          />
          <Hero
            label={word('board.cost30')}
            value={costs && !isUnpriced ? shortNumber(Number(costs.cost), language) : '—'}
            unit={word('board.unit.yuan')}
            beside={none ?? costText(parts.costs)}
            to={list}
            right={right}
          />
          <Hero
            label={word('board.running30')}
            value={sums ? shortNumber(Number(sums.running) / 3600, language) : '—'}
            unit={word('board.unit.hours')}
            beside={none ?? word('board.standbyFor', { time: length('standby') })}
            to={list}
            right={right}
          />
          <Hero
            label={word('board.metered')}
            value={parts.metered.data ? numberText(parts.metered.data.total, language) : '—'}
            unit={word('board.unit.devices')}
            beside={word('board.unmetered', { count: parts.free.data ? numberText(parts.free.data.total, language) : '—' })}
            to={listOf('/iot/sensor-config', { sensorKind: 'power', bindState: 'bound' })}
            right="sensorConfig.list"
          />
        </div>
        <PartPanel area="days" title={word('board.energyDays')} part={parts.days} isEmpty={!parts.days.data?.rows.length} none={none}>
          {parts.days.data && <GroupsChart of={energy} found={parts.days.data} figure="kwh" isShortDay />}
        </PartPanel>
        <PartPanel area="shares" title={word('board.useShares')} part={parts.depts} isEmpty={shareBars(sums).length === 0} none={none}>
          <Bars bars={shareBars(sums)} right={right} most={3} isWhole />
        </PartPanel>
        <KwhBars area="depts" title={word('board.energyDepts')} part={parts.depts} none={none} />
        <KwhBars area="devices" title={word('board.energyDevices')} part={parts.devices} none={none} />
        <PartPanel area="months" title={word('board.energyMonths')} part={parts.months} isEmpty={!months?.rows.length} none={none}>
          {months && <MonthsChart of={energy} found={months} figure="kwh" today={today} most={mostMonths} />}
        </PartPanel>
      </div>
    </BoardFrame>
  )

  /** The department that uses most. */
  function topText(found: Measured | undefined): string {
    const [top] = found ? barsOf(energy, found, 'kwh', language) : []
    return top ? word('board.mostOf', { name: top.label }) : word('chart.empty')
  }

  /** The share of the valley and the CO2; the days without a tariff instead, where there are some. */
  function costText({ data, lack }: Part<Measured>): string {
    if (!data) return word(lacks[lack ?? 'loading'])
    const { unpriced, valleyShare, co2 } = data.values
    if (isUnpriced) return word('board.noTariff')
    if (Number(unpriced) > 0) return word('board.unpriced', { count: numberText(Number(unpriced), language) })
    return word('board.valleyAndCo2', { share: figureText(valleyShare, 'percent', language), co2: shortNumber(Number(co2), language) })
  }

  /** How long devices run, stand by and are off, as parts of the time with readings. */
  function shareBars(values: MeasureValues | undefined) {
    return (Object.keys(ways) as (keyof typeof ways)[])
      .map((key) => ({ key, label: say(energy.figures[key]), value: Number(values?.[key] ?? 0), text: length(key), tone: ways[key] }))
      .filter(({ value }) => value > 0)
  }
}

interface KwhBarsProps {
  readonly area: string
  readonly title: string
  readonly part: Part<Measured>
  readonly none: string | undefined
}

/** Who uses most energy. */
function KwhBars({ part, ...panel }: KwhBarsProps): ReactNode {
  const { language } = useWords()
  const bars = part.data ? barsOf(energy, part.data, 'kwh', language) : []
  return (
    <PartPanel {...panel} part={part} isEmpty={bars.length === 0}>
      <Bars bars={bars} right={right} most={most} />
    </PartPanel>
  )
}
