import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates, unfinishedRepairStates } from '#contract/entities/service/repair-states.ts'
import { type Row, useList } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { Shown } from '#src/kit/shown.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useWords } from '#src/words/words.ts'
import { ageText } from './age-text.ts'
import { homeRepairs } from './home-words.ts'

const most = 6
const columns = 'deviceId,useDeptId,faultDescription,urgency,repairStatus,reportedAt,isStopped'
const todo = { repairStatus: unfinishedRepairStates.join() }

/** Critical before urgent before normal, the oldest first. */
const ranks: Readonly<Record<string, number>> = { critical: 0, urgent: 1, normal: 2 }
const byUrgencyAndAge = (one: Row, other: Row): number =>
  (ranks[String(one.urgency)] ?? 3) - (ranks[String(other.urgency)] ?? 3) || String(one.reportedAt).localeCompare(String(other.reportedAt))

interface Props {
  readonly title: string
  readonly filter: Readonly<Record<string, string>>
  readonly empty: string
}

function Orders({ title, filter, empty }: Props): ReactNode {
  const { word, language } = useWords()
  // The most urgent of up to 200; a longer queue is read in its own list.
  const answer = useList(repairOrder, { current: 1, size: 200, ascs: 'reportedAt', columns, ...filter })
  return (
    <Panel
      title={title}
      note={answer.data ? word('home.inAll', { count: answer.data.total }) : undefined}
      more={{ to: `/eam/repair?${new URLSearchParams({ ...filter, ascs: 'reportedAt' })}`, label: word('home.all') }}
      answer={answer}
      isEmpty={({ total }) => total === 0}
      empty={empty}
      lines={most}
    >
      {({ records }) => (
        <ul className="eam-home-links eam-home-list">
          {[...records]
            .sort(byUrgencyAndAge)
            .slice(0, most)
            .map((row) => (
              <li key={row.id}>
                <Link to={`/eam/repair/${row.id}`}>
                  <strong className="eam-home-cut">{String(row.deviceName ?? row.orderNo)}</strong>
                  <span className="eam-home-side">
                    <span>
                      {row.urgency !== 'normal' && <Shown name="urgency" field={repairOrder.fields.urgency} row={row} />}{' '}
                      <Shown name="repairStatus" field={repairOrder.fields.repairStatus} row={row} />
                    </span>
                    <span>{ageText(String(row.reportedAt), Date.now(), language)}</span>
                  </span>
                  <small className="eam-home-cut">
                    {row.isStopped === 1 && <ToneTag tone="bad">{word('home.stopped')}</ToneTag>}{' '}
                    {[row.useDeptName, row.faultDescription].filter(Boolean).join(' · ')}
                  </small>
                </Link>
              </li>
            ))}
        </ul>
      )}
    </Panel>
  )
}

/** What people who repair have to do: their own orders, and reports without an engineer; for those who assign, all of them. */
export function OrdersPanel(): ReactNode {
  const { word, say } = useWords()
  const person = useSession((state) => state.person)
  const isLead = person?.rights.includes('repairOrder.assign') === true
  const filter = isLead ? todo : { ...todo, engineerId: `${person?.user_id ?? ''},_none` }
  return <Orders title={say(homeRepairs.open)} filter={filter} empty={word('home.noOrders')} />
}

/** The open repairs that a person sees who repairs none: of their department, or of all where they belong to none. */
export function DeptOrdersPanel(): ReactNode {
  const { word, say } = useWords()
  const hasDept = useSession(({ person }) => Boolean(person?.deptId))
  const title = hasDept ? homeRepairs.dept : homeRepairs.all
  return <Orders title={say(title)} filter={{ repairStatus: openRepairStates.join() }} empty={word('home.noDeptOrders')} />
}
