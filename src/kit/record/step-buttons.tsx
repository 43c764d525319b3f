import { App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import type { FieldMap } from '#contract/kit/field.ts'
import type { Machine } from '#contract/kit/machine.ts'
import { type Row, useStep } from '#src/data/hooks.ts'
import { FieldsDialog } from '#src/kit/form/fields-dialog.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useOnce } from '#src/kit/use-once.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly on: Machine
  readonly rows: readonly Row[]
  /** The steps to offer. */
  readonly names: readonly string[]
  readonly onDone?: () => void
}

const hasLines = (input: FieldMap): boolean => Object.values(input).some((field) => field.kind === 'items')

/** One button per step; a step with input asks for it, a critical one asks for confirmation. */
export function StepButtons({ on, rows, names, onDone }: Props): ReactNode {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const run = useStep(on)
  const [asked, setAsked] = useState<string>()
  const go = useOnce(async (step: string, input: Record<string, unknown>): Promise<boolean> => {
    try {
      await run.mutateAsync({ step, rows, input })
      notice.done(word('step.done', { step: say(on.steps[step]!) }))
      onDone?.()
      return true
    } catch (thrown) {
      notice.failed(thrown)
      return false
    }
  })
  const begin = (name: string): void => {
    const step = on.steps[name]!
    if (Object.keys(step.input).length > 0) setAsked(name)
    else if (!step.confirm && rows.length === 1) void go(name, {})
    else modal.confirm({ title: word('step.ask', { step: say(step), count: rows.length }), onOk: () => go(name, {}) })
  }
  return (
    <>
      {names.map((name) => (
        <Button key={name} loading={run.isPending && run.variables?.step === name} disabled={run.isPending} onClick={() => begin(name)}>
          {say(on.steps[name]!)}
        </Button>
      ))}
      {asked && (
        <FieldsDialog
          title={say(on.steps[asked]!)}
          fields={on.steps[asked]!.input}
          width={hasLines(on.steps[asked]!.input) ? 720 : undefined}
          isBusy={run.isPending}
          onSend={async (input) => {
            const isDone = (await go(asked, input)) ?? false
            if (isDone) setAsked(undefined)
            return isDone
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}
