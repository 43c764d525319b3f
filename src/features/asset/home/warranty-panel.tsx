import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { homeWarnings } from '#contract/calls/insight/home.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { daysBetween, homeDay } from '#contract/kit/time/day.ts'
import { useCall, useList } from '#src/data/hooks.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { homeCharts } from './home-words.ts'

const most = 6

/** The warranties that end next, of the cards that the warning counts. */
export function WarrantyPanel(): ReactNode {
  const { word, say, language } = useWords()
  const warnings = useCall(homeWarnings, {})
  const counted = warnings.data?.find(({ code }) => code === 'asset.warranty')
  const page = useList(device, counted && { current: 1, size: most, ascs: 'warrantyEnd', columns: 'warrantyEnd', ...counted.filter })
  const answer = warnings.error ? { data: undefined, error: warnings.error, refetch: warnings.refetch } : page
  const days = (day: string): number => daysBetween(homeDay(new Date()), day)
  return (
    <Panel
      title={say(homeCharts.warranty)}
      more={counted ? { to: `${counted.page}?${new URLSearchParams(counted.filter)}`, label: word('home.all') } : undefined}
      answer={answer}
      isEmpty={({ total }) => total === 0}
      empty={word('home.noWarranty')}
      lines={most}
    >
      {({ records }) => (
        <ul className="eam-home-links eam-home-list">
          {records.map((row) => (
            <li key={row.id}>
              <Link to={`/eam/device/${row.id}`}>
                <strong className="eam-home-cut">{String(row.deviceName)}</strong>
                <span className="eam-home-side">
                  <span>{word('home.inDays', { days: Math.max(0, days(String(row.warrantyEnd))) })}</span>
                  <span>{dayText(String(row.warrantyEnd), language)}</span>
                </span>
                <small className="eam-home-cut">{[row.deviceCode, row.useDeptName].filter(Boolean).join(' · ')}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
