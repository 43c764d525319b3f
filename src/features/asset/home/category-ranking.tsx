import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { deviceCounts } from '#contract/calls/asset/counts.ts'
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
        // Where the hospital hides what cards are worth, the most numerous come first.
        const worth = ({ amount, count }: (typeof rows)[number]): number => Number(amount ?? count)
        const ranked = [...rows].sort((one, other) => worth(other) - worth(one)).slice(0, most)
        const top = Math.max(1, ranked[0] ? worth(ranked[0]) : 1)
        return (
          <ol className="eam-home-links eam-home-ranking">
            {ranked.map((row, at) => (
              <li key={row.key ?? ''}>
                <Link
                  to={`/eam/device?assetsCategoryId=${row.key ?? '_none'}`}
                  title={row.amount === null ? undefined : figureText(row.amount, 'money', language)}
                >
                  <i aria-hidden>{at + 1}</i>
                  <span className="eam-home-cut">{row.name ?? word('home.notSet')}</span>
                  <small>{`${numberText(row.count, language)} ${word('home.pieces')}`}</small>
                  {row.amount !== null && <strong>¥{shortNumber(Number(row.amount), language)}</strong>}
                  <b aria-hidden style={{ inlineSize: `${(100 * worth(row)) / top}%` }} />
                </Link>
              </li>
            ))}
          </ol>
        )
      }}
    </Panel>
  )
}
