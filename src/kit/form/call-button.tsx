import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Call } from '#contract/kit/entity/call.ts'
import { useRight } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { CallDialog } from './call-dialog.tsx'

/** A button of a list that opens the dialog of a call, for who may make it. */
export function CallButton({ of, start }: { readonly of: Call; readonly start?: Readonly<Record<string, unknown>> }): ReactNode {
  const { say } = useWords()
  const [isOpen, setOpen] = useState(false)
  if (!useRight(of.may ?? '')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(of)}</Button>
      {isOpen && <CallDialog of={of} start={start} onClose={() => setOpen(false)} />}
    </>
  )
}
