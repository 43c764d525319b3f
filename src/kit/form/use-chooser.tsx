import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { type NodeToChoose, staffOptions } from '#contract/kit/entity/approval.ts'
import { ids } from '#contract/kit/fields/field.ts'
import { ApiError } from '#src/data/api-error.ts'
import { useWords } from '#src/words/words.ts'
import { FieldsDialog } from './fields-dialog.tsx'

/** Repeats the action with the chosen people or the confirmed warnings; returns whether it succeeded. */
type Resend = (named: Answered) => Promise<boolean>
type Answered = { readonly chosen: Readonly<Record<string, unknown>> } | { readonly confirmed: readonly string[] }

interface Asked {
  readonly nodes: readonly NodeToChoose[]
  readonly resend: Resend
}

export interface Chooser {
  /** Opens a dialog if the refusal asks for approvers or for the confirmation of a warning; returns whether it did. */
  readonly asks: (thrown: unknown, resend: Resend) => boolean
  readonly dialog: ReactNode
}

const nodesOf = (thrown: unknown): readonly NodeToChoose[] | undefined =>
  thrown instanceof ApiError ? (thrown.data as { choose?: readonly NodeToChoose[] } | null)?.choose : undefined

const warningsOf = (thrown: unknown): readonly string[] | undefined =>
  thrown instanceof ApiError && thrown.error === 'unconfirmed' ? (thrown.data as { confirm: readonly string[] }).confirm : undefined

/** Asks the person what the server asks: to choose approvers, or to confirm a warning. `onLeft`: the person closed the dialog without an answer. */
export function useChooser(onLeft?: () => void): Chooser {
  const { word } = useWords()
  const [asked, setAsked] = useState<Asked>()
  const [isBusy, setBusy] = useState(false)
  const { modal } = App.useApp()
  const asks = (thrown: unknown, resend: Resend): boolean => {
    const confirmed = warningsOf(thrown)
    if (confirmed) {
      // The dialog closes at once: the form behind it shows what comes of it.
      modal.confirm({
        title: (thrown as ApiError).message,
        okText: word('step.confirm'),
        onOk: () => void resend({ confirmed }),
        onCancel: onLeft,
      })
      return true
    }
    const nodes = nodesOf(thrown)
    if (nodes) setAsked({ nodes, resend })
    return nodes !== undefined
  }
  const send = async (chosen: Record<string, unknown>): Promise<boolean> => {
    setBusy(true)
    const isDone = (await asked?.resend({ chosen })) ?? false
    setBusy(false)
    if (isDone) setAsked(undefined)
    return isDone
  }
  const dialog = asked && (
    <FieldsDialog
      title={word('step.choose')}
      fields={Object.fromEntries(
        asked.nodes.map(({ id, name, inOrder }) => [
          id,
          ids({ zh: name, en: name, to: 'user', required: true, max: 20, options: staffOptions, ...(inOrder ? { inOrder } : {}) }),
        ]),
      )}
      isBusy={isBusy}
      onSend={send}
      onClose={() => {
        setAsked(undefined)
        onLeft?.()
      }}
    />
  )
  return { asks, dialog }
}
