import { Flex } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { deviceStatistics } from '#contract/calls/asset/counts.ts'
import { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { useCall } from '#src/data/hooks.ts'
import { figureText } from '#src/kit/chart/figure-text.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { standingList } from '../public/standing-list.ts'
import { RankingPanel } from './category-ranking.tsx'
import { DeptsPanel, StatesPanel, YearsPanel } from './home-charts.tsx'
import { WarrantyPanel } from './warranty-panel.tsx'
import './assets-overview.css'

/** The register at a glance: how many devices, what they cost, by state, department, category and year. Each figure leads to its list. */
export function AssetsOverviewPage(): ReactNode {
  return (
    <Flex vertical gap="middle">
      <Totals />
      <div className="eam-overview">
        <StatesPanel />
        <DeptsPanel />
        <RankingPanel />
        <YearsPanel />
        <WarrantyPanel />
      </div>
    </Flex>
  )
}

function Totals(): ReactNode {
  const { word, say, language } = useWords()
  const answer = useCall(deviceStatistics, {})
  return (
    <Panel title={word('device.overview')} answer={answer} lines={2}>
      {({ count, amount, states }) => (
        <ul className="eam-home-links eam-home-totals">
          <Total label={word('device.total')} value={numberText(count, language)} to={standingList} />
          {amount !== null && (
            <Total label={say(deviceCards.figures.amount)} value={figureText(amount, 'money', language)} to={standingList} />
          )}
          {states.map(({ key, count: found }) =>
            Object.hasOwn(deviceStates, key ?? '') ? (
              <Total
                key={key}
                label={say(deviceStates[key as keyof typeof deviceStates])}
                value={numberText(found, language)}
                to={`/eam/device?eamStatus=${key}`}
              />
            ) : null,
          )}
        </ul>
      )}
    </Panel>
  )
}

function Total({ label, value, to }: { readonly label: string; readonly value: string; readonly to: string }): ReactNode {
  return (
    <li>
      <Link to={to}>
        <span>{label}</span>
        <strong>{value}</strong>
      </Link>
    </li>
  )
}
