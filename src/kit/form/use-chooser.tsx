import { type ReactNode, useState } from 'react'
import type { NodeToChoose } from '#contract/kit/approval.ts'
import { ids } from '#contract/kit/field.ts'
import { ApiError } from '#src/data/api-error.ts'
import { useWords } from '#src/words/words.ts'
import { FieldsDialog } from './fields-dialog.tsx'

/** Sends the act again with the people that were named; returns whether it went through. */
type Resend = (named: { readonly chosen: Readonly<Record<string, unknown>> }) => Promise<boolean>

interface Asked {
  readonly nodes: readonly NodeToChoose[]
  readonly resend: Resend
}

export interface Chooser {
  /** Opens the dialog where a refusal asks for people of an approval; returns whether it does. */
  readonly asks: (thrown: unknown, resend: Resend) => boolean
  readonly dialog: ReactNode
}

const nodesOf = (thrown: unknown): readonly NodeToChoose[] | undefined =>
  thrown instanceof ApiError ? (thrown.data as { choose?: readonly NodeToChoose[] } | null)?.choose : undefined

/** Lets the applicant name the people of an approval, once the server says at which nodes they are needed. */
export function useChooser(): Chooser {
  const { word } = useWords()
  const [asked, setAsked] = useState<Asked>()
  const [isBusy, setBusy] = useState(false)
  const asks = (thrown: unknown, resend: Resend): boolean => {
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
      fields={Object.fromEntries(asked.nodes.map(({ id, name }) => [id, ids({ zh: name, en: name, to: 'user', required: true, max: 20 })]))}
      isBusy={isBusy}
      onSend={send}
      onClose={() => setAsked(undefined)}
    />
  )
  return { asks, dialog }
}
