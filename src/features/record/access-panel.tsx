import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { homeWarnings } from '#contract/calls/insight/home.ts'
import { accessLog } from '#contract/entities/record/access-log.ts'
import { useCall, useList } from '#src/data/hooks.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const most = 7

interface Props {
  readonly title: string
  readonly code: string
  readonly empty: string
}

/** The newest entries of the log behind a figure of the first page. */
function Entries({ title, code, empty }: Props): ReactNode {
  const { word, language } = useWords()
  const counts = useCall(homeWarnings, {})
  const counted = counts.data?.find((one) => one.code === code)
  const page = useList(accessLog, counted && { current: 1, size: most, ...counted.filter })
  return (
    <Panel
      title={title}
      note={counted && word('home.inAll', { count: counted.count })}
      more={counted && { to: `${counted.page}?${new URLSearchParams(counted.filter)}`, label: word('home.all') }}
      answer={counts.error ? { data: undefined, error: counts.error, refetch: counts.refetch } : page}
      isEmpty={({ total }) => total === 0}
      empty={empty}
      lines={most}
    >
      {({ records }) => (
        <ul className="eam-home-links eam-home-list">
          {records.map((row) => (
            <li key={row.id}>
              <Link to={`${counted!.page}?open=${row.id}`}>
                <strong className="eam-home-cut">
                  {[row.actorName ?? row.userName ?? row.account, row.detail].filter(Boolean).join(' · ') || '—'}
                </strong>
                <span className="eam-home-side">
                  <Shown name="event" field={accessLog.fields.event} row={row} />
                </span>
                <small className="eam-home-cut">
                  {[momentText(String(row.createTime), language), row.address].filter(Boolean).join(' · ')}
                </small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

export function RightsPanel(): ReactNode {
  const { word } = useWords()
  return <Entries title={word('home.rights')} code="platform.rights" empty={word('home.noRights')} />
}

export function ExportsPanel(): ReactNode {
  const { word } = useWords()
  return <Entries title={word('home.exports')} code="platform.exports" empty={word('home.noExports')} />
}
