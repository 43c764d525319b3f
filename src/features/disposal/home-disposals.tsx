import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { deviceDisposal } from '#contract/entities/disposal/device-disposal.ts'
import { openDisposalStates } from '#contract/entities/disposal/disposal-states.ts'
import { useList } from '#src/data/hooks.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { useWords } from '#src/words/words.ts'
import { homeDisposals } from './home-words.ts'

const most = 6
const filter = { disposalStatus: [...openDisposalStates, 'executed'].join() }
const none = { zh: '没有进行中的处置', en: 'No disposal is in progress' }
const { fields } = deviceDisposal

/** Disposals that are not closed, the newest first. */
export function DisposalsPanel(): ReactNode {
  const { word, say } = useWords()
  const columns = 'disposalNo,applyTitle,disposalStatus,useDeptId,originalTotal,deviceCount'
  const answer = useList(deviceDisposal, { current: 1, size: most, columns, ...filter })
  return (
    <Panel
      title={say(homeDisposals)}
      note={answer.data ? word('home.inAll', { count: answer.data.total }) : undefined}
      more={{ to: `/eam/dev-disposal?${new URLSearchParams(filter)}`, label: word('home.all') }}
      answer={answer}
      isEmpty={({ total }) => total === 0}
      empty={say(none)}
      lines={most}
    >
      {({ records }) => (
        <ul className="eam-home-links eam-home-list">
          {records.map((row) => (
            <li key={row.id}>
              <Link to={`/eam/dev-disposal/${row.id}`}>
                <strong className="eam-home-cut">{String(row.applyTitle ?? row.disposalNo)}</strong>
                <span className="eam-home-side">
                  <Shown name="disposalStatus" field={fields.disposalStatus} row={row} />
                  <Shown name="originalTotal" field={fields.originalTotal} row={row} />
                </span>
                <small className="eam-home-cut">{[row.disposalNo, row.useDeptName].filter(Boolean).join(' · ')}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
