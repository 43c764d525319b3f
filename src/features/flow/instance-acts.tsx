import { DownOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Dropdown, Modal, Tooltip } from 'antd'
import { type ReactNode, useState } from 'react'
import * as calls from '#contract/calls/flow/flow.ts'
import type { Call } from '#contract/kit/entity/call.ts'
import { choice, type FieldMap } from '#contract/kit/fields/field.ts'
import type { Words } from '#contract/kit/words.ts'
import { useAction } from '#src/data/hooks.ts'
import { FieldsDialog } from '#src/kit/form/fields-dialog.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { MoveDialog } from './designer/move-dialog.tsx'
import type { Approving } from './phone/approving.ts'

interface Act extends Words {
  readonly of: Call
  /** What is asked for; nothing: only a confirmation. */
  readonly asks: FieldMap
  readonly given: Readonly<Record<string, unknown>>
}

/** The acts that stand as buttons; the others are under 更多. */
const frequent = ['agree', 'reject', 'claim', 'takeBack', 'urge'] as const

/** The act behind each name that the server offers. `version` is that of the person's task where the act is about it. */
function actsOf(row: Approving): Readonly<Record<string, Act>> {
  const { id } = row
  const task = row.taskVersion === null ? { id } : { id, version: row.taskVersion }
  const { opinion, images, type } = calls.audit.input
  const back = choice({
    zh: '退回到',
    en: 'Return to',
    of: Object.fromEntries(row.earlier.map(({ nodeKey, nodeName }) => [nodeKey, { zh: nodeName, en: nodeName }])),
  })
  const without = (input: FieldMap): FieldMap =>
    Object.fromEntries(Object.entries(input).filter(([name]) => name !== 'id' && name !== 'version'))
  const rejecting = { ...opinion, required: true }
  return {
    agree: { ...type.of.agree, of: calls.audit, asks: { opinion, images }, given: { ...task, type: 'agree' } },
    reject: {
      ...type.of.reject,
      of: calls.audit,
      asks: { opinion: rejecting, ...(row.earlier.length > 0 ? { toNode: back } : {}), images },
      given: { ...task, type: 'reject' },
    },
    ...(row.taskId ? { claim: { ...calls.claimTask, of: calls.claimTask, asks: {}, given: { taskId: row.taskId } } } : {}),
    passOn: { ...calls.passOn, of: calls.passOn, asks: without(calls.passOn.input), given: task },
    addSigner: { ...calls.addSigner, of: calls.addSigner, asks: without(calls.addSigner.input), given: task },
    switchOffline: { ...calls.switchOffline, of: calls.switchOffline, asks: without(calls.switchOffline.input), given: { id } },
    takeBack: { ...calls.takeBack, of: calls.takeBack, asks: {}, given: { id } },
    cancel: { ...calls.cancelFlow, of: calls.cancelFlow, asks: without(calls.cancelFlow.input), given: { id } },
    urge: { ...calls.urge, of: calls.urge, asks: without(calls.urge.input), given: { id } },
    copy: { ...calls.copyTo, of: calls.copyTo, asks: without(calls.copyTo.input), given: { id } },
  }
}

interface Props {
  readonly row: Approving
  readonly onRefresh: () => void
}

/** What this person may do with an approval now: the decision first, rare acts under 更多. */
export function InstanceActs({ row, onRefresh }: Props): ReactNode {
  const { word, say } = useWords()
  const [asked, setAsked] = useState<Act>()
  const [isMoving, setMoving] = useState(false)
  const known = actsOf(row)
  const open = row.acts.filter((name) => Object.hasOwn(known, name))
  const buttons = frequent.filter((name) => open.includes(name))
  const rare = [
    ...open
      .filter((name) => !(frequent as readonly string[]).includes(name))
      .map((key) => ({ key, label: say(known[key]!), danger: key === 'cancel', onClick: () => setAsked(known[key]) })),
    ...(row.acts.includes('move') ? [{ key: 'move', label: say(calls.moveFlow), onClick: () => setMoving(true) }] : []),
  ]
  return (
    <>
      {buttons.map((name) => (
        <Button key={name} type={name === 'agree' ? 'primary' : undefined} danger={name === 'reject'} onClick={() => setAsked(known[name])}>
          {say(known[name]!)}
        </Button>
      ))}
      {rare.length > 0 && (
        <Dropdown trigger={['click']} menu={{ items: rare }}>
          <Button icon={<DownOutlined />} iconPlacement="end">
            {word('common.more')}
          </Button>
        </Dropdown>
      )}
      <Tooltip title={word('common.refresh')}>
        <Button icon={<ReloadOutlined />} aria-label={word('common.refresh')} onClick={onRefresh} />
      </Tooltip>
      {isMoving && <MoveDialog row={row} onClose={() => setMoving(false)} onRefresh={onRefresh} />}
      {asked && <ActDialog act={asked} onClose={() => setAsked(undefined)} onRefresh={onRefresh} />}
    </>
  )
}

interface DialogProps {
  readonly act: Act
  readonly onClose: () => void
  readonly onRefresh: () => void
}

/** Asks for what an act needs. A refusal, such as that another person decided meanwhile, shows in the server's words, and the page is read again. */
function ActDialog({ act, onClose, onRefresh }: DialogProps): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const action = useAction(act.of)
  const send = async (values: Record<string, unknown>): Promise<boolean> => {
    const isDone = await notice.tell(action.mutateAsync({ body: { ...values, ...act.given } }), word('step.done', { step: say(act) }))
    onRefresh()
    if (isDone) onClose()
    return isDone
  }
  if (Object.keys(act.asks).length === 0)
    return (
      <Modal open title={say(act)} confirmLoading={action.isPending} onOk={() => void send({})} onCancel={onClose}>
        {word('step.ask', { step: say(act), count: 1 })}
      </Modal>
    )
  return <FieldsDialog title={say(act)} fields={act.asks} isBusy={action.isPending} onSend={send} onClose={onClose} />
}
