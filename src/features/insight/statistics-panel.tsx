import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { deviceStatistics } from '#contract/calls/asset/counts.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { useCall } from '#src/data/hooks.ts'
import { useMeasure } from '#src/data/measure.ts'
import { standingList } from '#src/features/asset/public/standing-list.ts'
import { figureText, shortNumber } from '#src/kit/chart/figure-text.ts'
import { listAddress } from '#src/kit/chart/measure-chart.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

interface Total {
  readonly label: string
  readonly value: string
  readonly hint?: string
  readonly to: string
}

/** How many devices there are, what they cost, and how many of them can be used. */
export function StatisticsPanel(): ReactNode {
  const { word, say, language } = useWords()
  const answer = useCall(deviceStatistics, {})
  const intact = useMeasure(deviceCards, { group: 'eamStatus', figures: 'intact' })
  return (
    <Panel title={word('home.devices')} answer={answer} lines={2}>
      {({ count, amount, states }) => {
        const inUse = states.find(({ key }) => key === 'in_use')?.count ?? 0
        const { intact: rate } = deviceCards.figures
        const totals: Total[] = [
          { label: word('home.allDevices'), value: numberText(count, language), to: standingList },
          ...(amount === null
            ? []
            : [
                {
                  label: say(deviceCards.figures.amount),
                  value: `¥${shortNumber(Number(amount), language)}`,
                  hint: figureText(amount, 'money', language),
                  to: standingList,
                },
              ]),
          { label: word('home.inUse'), value: numberText(inUse, language), to: '/eam/device?eamStatus=in_use' },
          {
            label: say(rate),
            value: figureText(intact.data?.values.intact, 'percent', language),
            hint: say(rate.formula),
            to: listAddress(deviceCards, rate, {}) ?? '/eam/device',
          },
        ]
        return (
          <ul className="eam-home-links eam-home-totals">
            {totals.map(({ label, value, hint, to }) => (
              <li key={label}>
                <Link to={to} title={hint}>
                  <span>{label}</span>
                  <strong>{value}</strong>
                </Link>
              </li>
            ))}
          </ul>
        )
      }}
    </Panel>
  )
}
