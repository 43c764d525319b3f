import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { audit, confirmTask } from '#contract/calls/flow/flow.ts'
import { useAction } from '#src/data/hooks.ts'
import { FieldsDialog } from '#src/kit/form/fields-dialog.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

const { opinion, images, type } = audit.input

interface Props {
  readonly id: string
  readonly title: string
  readonly taskId: string
  readonly taskVersion: number | null
}

/** Agrees to a task without leaving the list of tasks. */
export function AgreeButton({ id, title, taskId, taskVersion }: Props): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const confirm = useAction(confirmTask)
  const [isOpen, setOpen] = useState(false)
  const send = async (values: Record<string, unknown>): Promise<boolean> => {
    const given = { id, taskId, type: 'agree', ...(taskVersion === null ? {} : { version: taskVersion }) }
    const isDone = await notice.tell(
      confirm.mutateAsync({ body: { ...values, ...given } }),
      word('step.done', { step: say(type.of.agree) }),
    )
    if (isDone) setOpen(false)
    return isDone
  }
  return (
    // A click in the dialog bubbles to the row, which opens the approval.
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps clicks from the row
    // biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks from the row
    <span onClick={(event) => event.stopPropagation()}>
      <Button size="small" onClick={() => setOpen(true)}>
        {say(type.of.agree)}
      </Button>
      {isOpen && (
        <FieldsDialog
          title={`${say(type.of.agree)} · ${title}`}
          fields={{ opinion, images }}
          isBusy={confirm.isPending}
          onSend={send}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}
