import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import type { Call } from '#contract/kit/entity/call.ts'
import { useRight } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { CallDialog } from './call-dialog.tsx'

interface Props<C extends Call> {
  readonly of: C
  /** Parameters that the page sets, and initial values of the others, by wire name. */
  readonly given?: Readonly<Record<string, unknown>>
  readonly start?: Readonly<Record<string, unknown>>
  readonly onDone?: (answer: AnswerOf<C>) => void
}

/** A button that opens the dialog of a call, for who may make it. */
export function CallButton<const C extends Call>({ of, given, start, onDone }: Props<C>): ReactNode {
  const { say } = useWords()
  const [isOpen, setOpen] = useState(false)
  if (!useRight(of.may ?? '')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(of)}</Button>
      {isOpen && <CallDialog of={of} given={given} start={start} onClose={() => setOpen(false)} onDone={onDone} />}
    </>
  )
}
