import { Badge, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import * as calls from '#contract/calls/flow/flow.ts'
import { useCall } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { type WorkCall, WorkTable } from './work-table.tsx'
import './instance.css'

const lists: readonly (readonly [string, WorkCall])[] = [
  ['todo', calls.todoList],
  ['claim', calls.claimList],
  ['done', calls.doneList],
  ['sent', calls.sendList],
  ['copied', calls.copyList],
]

const actsOf: Readonly<Record<string, 'claim' | 'agree' | undefined>> = { todo: 'agree', claim: 'claim' }

/** The approvals of the signed-in person: what waits for them, what they decided, started, and got copies of. */
export function WorkPage(): ReactNode {
  const { say } = useWords()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [tab, setTab] = useState(params.get('tab') ?? 'todo')
  const waiting = useCall(calls.todoList, { current: 1, size: 1 })
  const open = (id: string): void => void navigate(`/flow/process-new/${id}`)
  return (
    <div className="eam-panel">
      <Tabs
        activeKey={tab}
        onChange={setTab}
        destroyOnHidden
        items={[
          ...lists.map(([key, of]) => ({
            key,
            label:
              key === 'todo' ? (
                <Badge count={waiting.data?.total} offset={[10, 0]} size="small">
                  {say(of)}
                </Badge>
              ) : (
                say(of)
              ),
            children: <WorkTable of={of} onOpen={open} acts={actsOf[key]} />,
          })),
        ]}
      />
    </div>
  )
}
