import type { ReactNode } from 'react'
import type { Measure } from '#contract/kit/measure.ts'
import type { Words } from '#contract/kit/words.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { repairs } from '#contract/measures/repairs.ts'
import type { ChartKind } from '#src/kit/chart/chart-data.ts'
import { MeasureCard } from '#src/kit/chart/measure-card.tsx'
import { useWords } from '#src/words/words.ts'
import { measureAddress } from './measure-state.ts'

interface HomeChart extends Words {
  readonly of: Measure
  readonly group: string
  readonly figure: string
  readonly kind: ChartKind
}

const charts: readonly HomeChart[] = [
  { zh: '各状态设备', en: 'Devices by state', of: deviceCards, group: 'eamStatus', figure: 'count', kind: 'bar' },
  { zh: '各科室设备', en: 'Devices by department', of: deviceCards, group: 'useDept', figure: 'count', kind: 'bar' },
  { zh: '资产分类原值', en: 'Value by asset category', of: deviceCards, group: 'assetsCategory', figure: 'amount', kind: 'treemap' },
  { zh: '每月报修', en: 'Repairs by month', of: repairs, group: 'month', figure: 'count', kind: 'column' },
  { zh: '设备使用年限', en: 'Devices by age', of: deviceCards, group: 'age', figure: 'count', kind: 'column' },
  { zh: '建档进度', en: 'Filing of cards', of: deviceCards, group: 'filingStatus', figure: 'count', kind: 'donut' },
]

/** How the hospital stands, as far as the person may list it. */
export function HomeCharts({ rights }: { readonly rights: ReadonlySet<string> }): ReactNode {
  const { say, word } = useWords()
  const shown = charts.filter(({ of }) => rights.has(`${of.of.name}.list`))
  if (shown.length === 0) return null
  return (
    <section aria-label={word('home.charts')}>
      <h2>{word('home.charts')}</h2>
      <div className="eam-home-charts">
        {shown.map((chart) => {
          const { of, group, figure, kind } = chart
          const to = measureAddress(of, { group, figure, kind })
          return <MeasureCard key={chart.en} of={of} group={group} figure={figure} kind={kind} title={say(chart)} to={to} height={232} />
        })}
      </div>
    </section>
  )
}
