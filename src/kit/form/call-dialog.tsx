import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Call } from '#contract/kit/entity/call.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Words } from '#contract/kit/words.ts'
import { useAction } from '#src/data/hooks.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { FieldsDialog } from './fields-dialog.tsx'
import { useChooser } from './use-chooser.tsx'

interface Props<C extends Call> {
  readonly of: C
  /** What the act is called, where the call has several; without it the call's own name. */
  readonly act?: Words
  /** Parameters set by the page, by wire name; the dialog does not ask for them. */
  readonly given?: Readonly<Record<string, unknown>>
  /** Initial values of the other parameters, by wire name. */
  readonly start?: Readonly<Record<string, unknown>>
  /** More about the inputs, above them. */
  readonly above?: ReactNode
  readonly onClose: () => void
  readonly onDone?: (answer: AnswerOf<C>) => void
}

/** A dialog for the input of a writing call; makes the call and keeps the input when the server refuses. */
export function CallDialog<const C extends Call>({ of, act = of, given = {}, start, above, onClose, onDone }: Props<C>): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const action = useAction(of)
  const chooser = useChooser()
  const asked = Object.fromEntries(Object.entries(of.input).filter(([name, field]) => !(wireName(name, field) in given)))
  const send = async (values: Record<string, unknown>): Promise<boolean> => {
    try {
      const answer = await action.mutateAsync({ body: { ...values, ...given } })
      notice.done(word('step.done', { step: say(act) }))
      onClose()
      onDone?.(answer)
      return true
    } catch (thrown) {
      if (!chooser.asks(thrown, (named) => send({ ...values, ...named }))) notice.failed(thrown)
      return false
    }
  }
  return (
    <>
      <FieldsDialog
        title={say(act)}
        fields={asked}
        start={start}
        width={720}
        isBusy={action.isPending}
        above={above}
        onSend={send}
        onClose={onClose}
      />
      {chooser.dialog}
    </>
  )
}
