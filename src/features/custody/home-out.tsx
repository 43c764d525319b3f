import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { deviceUse } from '#contract/entities/custody/device-use.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import { useList } from '#src/data/hooks.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { dayText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import { homeCustody } from './home-words.ts'
import { OverdueTag } from './overdue-tag.tsx'

const most = 6
const filter = { eventType: 'borrow', status: 'received,returning' }
const none = { zh: '没有借出的设备', en: 'Nothing is lent' }
const due = { zh: '应还 {day}', en: 'due {day}' }

/** Borrowed devices that are not back, those that are due first. */
export function OutPanel(): ReactNode {
  const { word, say, language } = useWords()
  const columns = 'cardId,eventType,status,fromDeptId,toDeptId,returnTime'
  const answer = useList(deviceUse, { current: 1, size: most, ascs: 'returnTime', columns, ...filter })
  return (
    <Panel
      title={say(homeCustody.out)}
      note={answer.data ? word('home.inAll', { count: answer.data.total }) : undefined}
      more={{ to: `/eam/device-use?${new URLSearchParams({ ...filter, ascs: 'returnTime' })}`, label: word('home.all') }}
      answer={answer}
      isEmpty={({ total }) => total === 0}
      empty={say(none)}
      lines={most}
    >
      {({ records }) => (
        <ul className="eam-home-links eam-home-list">
          {records.map((row) => (
            <li key={row.id}>
              <Link to={`/eam/device-use/${row.id}`}>
                <strong className="eam-home-cut">{String(row.cardName ?? row.useNo)}</strong>
                <span className="eam-home-side">
                  <OverdueTag row={row} />
                  <span>
                    {row.returnTime ? say(due).replace('{day}', dayText(homeDay(new Date(String(row.returnTime))), language)) : ''}
                  </span>
                </span>
                <small className="eam-home-cut">{[row.fromDeptName, row.toDeptName].filter(Boolean).join(' → ')}</small>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
