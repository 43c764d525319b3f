import { Progress } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { homeUninspected } from '#contract/calls/insight/home.ts'
import { checkTask } from '#contract/entities/check/check-task.ts'
import { useCall, useList } from '#src/data/hooks.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { dayText, numberText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const most = 5

/** Running checks with what they have not seen yet; the progress leads to the check, the figure to its lines. */
export function RunningChecks(): ReactNode {
  const { word, language } = useWords()
  const pending = useCall(homeUninspected, {})
  const open = useList(checkTask, { current: 1, size: most, checkStatus: 'open', ascs: 'endDate' })
  const error = pending.error ?? open.error
  const answer = {
    data: pending.data && open.data ? { pending: pending.data, tasks: open.data } : undefined,
    error,
    refetch: () => Promise.all([pending.refetch(), open.refetch()]),
  }
  return (
    <Panel
      title={word('home.checks')}
      note={open.data ? word('home.inAll', { count: open.data.total }) : undefined}
      more={{ to: '/eam/check?checkStatus=open', label: word('home.all') }}
      answer={answer}
      isEmpty={({ tasks }) => tasks.total === 0}
      empty={word('home.noChecks')}
    >
      {(found) => (
        <ul className="eam-home-checks">
          {found.tasks.records.map((task) => {
            const left = found.pending.find(({ code }) => code === `check.pending:${task.id}`)
            const all = Number(task.lineCount ?? 0)
            const done = Math.max(0, all - (left?.count ?? 0))
            return (
              <li key={task.id}>
                <Link to={`/eam/check/${task.id}`} className="eam-home-cut">
                  {String(task.checkTitle)}
                </Link>
                <span>{typeof task.endDate === 'string' ? word('home.until', { day: dayText(task.endDate, language) }) : ''}</span>
                <Progress
                  percent={all > 0 ? Math.floor((100 * done) / all) : 0}
                  size="small"
                  aria-label={`${String(task.checkTitle)}: ${done} / ${all}`}
                />
                {left ? (
                  <Link to={`${left.page}?${new URLSearchParams(left.filter)}`} title={left.hint}>
                    {word('home.pendingLines', { count: numberText(left.count, language) })}
                  </Link>
                ) : (
                  <span>{word('home.allCounted')}</span>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}
