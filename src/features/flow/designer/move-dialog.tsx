import { Alert, Modal } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { moveFlow } from '#contract/calls/flow/flow.ts'
import { useAction } from '#src/data/hooks.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import type { Approving } from '../phone/approving.ts'

interface Props {
  readonly row: Approving
  readonly onClose: () => void
  readonly onRefresh: () => void
}

/** Moves a running approval to the newest version of its flow: lists what would change, then asks. */
export function MoveDialog({ row, onClose, onRefresh }: Props): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const { mutate: look, data: found, error, isPending: isLooking } = useAction(moveFlow)
  const move = useAction(moveFlow)
  useEffect(() => look({ body: { id: row.id, preview: 1 } }), [look, row.id])
  const send = async (): Promise<void> => {
    const isDone = await notice.tell(
      move.mutateAsync({ body: { id: row.id, version: row.version } }),
      word('step.done', { step: say(moveFlow) }),
    )
    onRefresh()
    if (isDone) onClose()
  }
  return (
    <Modal
      open
      title={say(moveFlow)}
      okText={found && word('flow.moveTo', { n: found.versionNumber })}
      confirmLoading={move.isPending}
      okButtonProps={{ disabled: !found || found.lost !== null }}
      loading={isLooking}
      onOk={() => void send()}
      onCancel={onClose}
    >
      {error && <Alert type="error" showIcon title={error.message} />}
      {found?.lost && <Alert type="error" showIcon title={word('flow.moveLost', { name: found.lost })} />}
      {found && (
        <>
          <p>{word('flow.moveSays', { from: row.versionNumber, to: found.versionNumber, waits: row.currentNodes ?? '—' })}</p>
          {found.changes.length === 0 && <p>{word('flow.moveSame')}</p>}
          <ul>
            {found.changes.map(({ nodeId, nodeName, change }) => (
              <li key={nodeId}>{word('flow.moveChange', { change: word(`flow.${change}`), name: nodeName })}</li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}
