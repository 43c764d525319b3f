import { Alert, Button, Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { deviceSecDay } from '#contract/entities/iot/device-sec-day.ts'
import { openFigures } from '#contract/kit/figures/measure.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { energy } from '#contract/measures/energy.ts'
import { useMeasure } from '#src/data/measure.ts'
import { useView } from '#src/data/view.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { useWords } from '#src/words/words.ts'
import { BandCosts } from './band-costs.tsx'
import { bandCostsPath, bandCostsWords } from './band-costs-path.ts'

const words = {
  title: { zh: '近 30 天用电与电费', en: 'Energy and cost, last 30 days' },
  none: {
    zh: '近 30 天没有生效的电价，不计电费；可在“分时电价”中设置',
    en: 'No tariff was in force in the last 30 days, so there is no cost. Add one under “Energy tariffs”',
  },
  some: {
    zh: '近 30 天有 {count} 天早于首个电价，不计电费',
    en: 'Days before the first tariff, without a cost: {count} of the last 30',
  },
} as const

const days = 30
const shown = ['kwh', 'cost', 'sharp', 'peak', 'flat', 'valley', 'valleyShare', 'co2'] as const

/** What a device used and cost in the last 30 days, and how many of these have no tariff. */
export function EnergyCosts({ deviceId }: { readonly deviceId: string }): ReactNode {
  const { say, word, language } = useWords()
  const today = homeDay(new Date())
  const { view } = useView(deviceSecDay)
  // A figure of a field that the hospital hides is refused.
  const open = view ? openFigures(energy, view) : []
  const figures = [...shown, 'unpriced', 'count'].filter((name) => open.includes(name)).join()
  const period = { day_ge: daysAfter(today, 1 - days), day_le: today }
  const { data, error, refetch } = useMeasure(energy, view && { deviceId, group: 'device', figures, ...period })
  if (!data && error)
    return (
      <section className="eam-panel" aria-label={say(words.title)}>
        <h2>{say(words.title)}</h2>
        <Alert
          type="error"
          showIcon
          title={error.message}
          action={<Button onClick={() => void refetch()}>{word('common.retry')}</Button>}
        />
      </section>
    )
  if (!data || Number(data.values.count) === 0) return null
  const [bare, all] = [Number(data.values.unpriced ?? 0), Number(data.values.count)]
  const isBare = bare === all
  const known = shown.filter((name) => open.includes(name) && (name === 'kwh' || !isBare))
  return (
    <section className="eam-panel" aria-label={say(words.title)}>
      <h2>{say(words.title)}</h2>
      {bare > 0 && <Alert type="info" showIcon title={isBare ? say(words.none) : say(words.some).replace('{count}', String(bare))} />}
      <Descriptions
        size="small"
        column={4}
        items={known.map((name) => ({
          key: name,
          label: say(energy.figures[name]),
          children: figureText(data.values[name], energy.figures[name].unit, language),
        }))}
      />
      {isBare ? null : <BandCosts group="month" query={{ deviceId, ...period }} />}
      <Link to={bandCostsPath}>{say(bandCostsWords.open)}</Link>
    </section>
  )
}
