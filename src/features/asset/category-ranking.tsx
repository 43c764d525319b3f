import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { deviceCounts } from '#contract/calls/counts.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { useCall } from '#src/data/hooks.ts'
import { figureText, shortNumber } from '#src/kit/chart/figure-text.ts'
import { measureAddress } from '#src/kit/chart/measure-address.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { homeCharts } from './home-words.ts'
import './home-asset.css'

const most = 7

/** The categories that are worth the most, each with its share of the first one. */
export function RankingPanel(): ReactNode {
  const { word, say, language } = useWords()
  const answer = useCall(deviceCounts.categoryCount, {})
  const to = measureAddress(deviceCards, { group: 'assetsCategory', figure: 'amount', kind: 'bar' })
  return (
    <Panel
      title={say(homeCharts.ranking)}
      more={{ to, label: word('home.all') }}
      answer={answer}
      isEmpty={(rows) => rows.length === 0}
      empty={word('chart.empty')}
      lines={most}
    >
      {(rows) => {
        const ranked = [...rows].sort((one, other) => Number(other.amount) - Number(one.amount)).slice(0, most)
        const top = Math.max(1, Number(ranked[0]?.amount ?? 1))
        return (
          <ol className="eam-home-links eam-home-ranking">
            {ranked.map(({ key, name, count, amount }, at) => (
              <li key={key ?? ''}>
                <Link to={`/eam/device?assetsCategoryId=${key ?? '_none'}`} title={figureText(amount, 'money', language)}>
                  <i aria-hidden>{at + 1}</i>
                  <span className="eam-home-cut">{name ?? word('home.notSet')}</span>
                  <small>{`${numberText(count, language)} ${word('home.pieces')}`}</small>
                  <strong>¥{shortNumber(Number(amount), language)}</strong>
                  <b aria-hidden style={{ inlineSize: `${(100 * Number(amount)) / top}%` }} />
                </Link>
              </li>
            ))}
          </ol>
        )
      }}
    </Panel>
  )
}
