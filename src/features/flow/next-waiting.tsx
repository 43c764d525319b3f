import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { todoList } from '#contract/calls/flow/flow.ts'
import { useCall } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import type { Approving } from './phone/approving.ts'

/** After a decision: the next approval that waits for the person. */
export function NextWaiting({ row }: { readonly row: Approving }): ReactNode {
  const { word } = useWords()
  const isDecided = row.taskId !== null && row.taskState !== 'open'
  const { data } = useCall(todoList, { current: 1, size: 2 }, isDecided)
  const next = isDecided ? data?.records.find(({ id }) => id !== row.id) : undefined
  if (!next) return null
  return (
    <Alert
      className="eam-approval-due"
      type="info"
      showIcon
      role="status"
      title={
        <>
          {word('flow.nextWaiting', { count: data!.total })} <Link to={`/flow/process-new/${next.id}`}>{next.instanceTitle}</Link>
        </>
      }
    />
  )
}
