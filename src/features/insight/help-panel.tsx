import { CheckCircleFilled, RightOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { homeHelp } from '#contract/calls/insight/home.ts'
import { useCall } from '#src/data/hooks.ts'
import { Panel } from '#src/kit/home/panel.tsx'
import { useWords } from '#src/words/words.ts'

/** Help entries, and how many of the first steps are done. */
export function HelpPanel(): ReactNode {
  const { word } = useWords()
  const answer = useCall(homeHelp, {})
  const steps = answer.data?.filter(({ isDone }) => isDone !== null) ?? []
  const done = steps.filter(({ isDone }) => isDone === true).length
  return (
    <Panel
      title={word('home.help')}
      note={steps.length > 0 ? word('home.stepsDone', { done, all: steps.length }) : undefined}
      answer={answer}
      lines={3}
    >
      {(list) => (
        <ul className="eam-home-links eam-home-help">
          {list.map(({ code, name, hint, page, isDone }) => (
            <li key={code}>
              <Link to={page}>
                <strong>
                  {name}
                  {isDone === true ? <CheckCircleFilled aria-label={word('start.done')} /> : <RightOutlined aria-hidden />}
                </strong>
                <span>{hint}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}
