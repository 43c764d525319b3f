import { HistoryOutlined } from '@ant-design/icons'
import { Button, Drawer, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { historyFlowList } from '#contract/calls/flow/flow.ts'
import { useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { CourseTimeline } from '../course-timeline.tsx'

interface ButtonProps {
  readonly title: string
  readonly onOpen: () => void
}

/** Opens what was done with an approval; the click is not one on the row of the list, which opens the approval itself. */
export function HistoryButton({ title, onOpen }: ButtonProps): ReactNode {
  const { say } = useWords()
  return (
    <Tooltip title={say(historyFlowList)}>
      <Button
        type="text"
        size="small"
        icon={<HistoryOutlined />}
        aria-label={`${say(historyFlowList)} ${title}`}
        onClick={(event) => {
          event.stopPropagation()
          onOpen()
        }}
      />
    </Tooltip>
  )
}

interface DrawerProps {
  readonly of: { readonly id: string; readonly title: string } | undefined
  readonly onClose: () => void
}

/** What was done with an approval of a list, without leaving the list. */
export function HistoryDrawer({ of, onClose }: DrawerProps): ReactNode {
  const { say } = useWords()
  return (
    <Drawer open={of !== undefined} title={`${say(historyFlowList)} · ${of?.title ?? ''}`} onClose={onClose} destroyOnHidden>
      {of && <History id={of.id} />}
    </Drawer>
  )
}

function History({ id }: { readonly id: string }): ReactNode {
  const found = useCall(historyFlowList, { processInstanceId: id })
  if (!found.data) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  return (
    <div className="eam-history">
      <CourseTimeline records={found.data} />
    </div>
  )
}
