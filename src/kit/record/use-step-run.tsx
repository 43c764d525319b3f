import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Machine } from '#contract/kit/entity/machine.ts'
import { askedInput } from '#contract/kit/entity/step-input.ts'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import { type Row, useStep } from '#src/data/hooks.ts'
import { useView } from '#src/data/view.ts'
import { writable } from '#src/kit/form/draft.ts'
import { FieldsDialog } from '#src/kit/form/fields-dialog.tsx'
import { useChooser } from '#src/kit/form/use-chooser.tsx'
import { Parts } from '#src/kit/parts.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useOnce } from '#src/kit/use-once.ts'
import { useWords } from '#src/words/words.ts'

interface Asked {
  readonly on: Machine
  readonly step: string
}

export interface StepRunner {
  /** Starts a step: opens a form if it has input, asks for confirmation if it is critical or applies to several rows. */
  readonly begin: (on: Machine, step: string) => void
  readonly isBusy: boolean
  /** Whether this step is running. */
  readonly isTaking: (on: Machine, step: string) => boolean
  /** The form of a step with input; render it next to the buttons. */
  readonly dialog: ReactNode
}

const hasLines = (input: FieldMap): boolean => Object.values(input).some((field) => field.kind === 'items')

interface StepFormProps {
  readonly asked: Asked
  readonly rows: readonly Row[]
  readonly isBusy: boolean
  readonly onSend: (input: Record<string, unknown>) => Promise<boolean>
  readonly onClose: () => void
}

/** The input form of a step, in the hospital's view. */
function StepForm({ asked: { on, step: name }, rows, ...more }: StepFormProps): ReactNode {
  const { say } = useWords()
  const { view } = useView(entityNamed(on.entity))
  const step = on.steps[name]!
  return (
    view && (
      <FieldsDialog
        title={say(step)}
        fields={askedInput(view, step.input)}
        width={hasLines(step.input) ? 720 : undefined}
        above={<Parts at={`step.${on.entity}.${name}`} given={{ rows }} />}
        {...more}
      />
    )
  )
}

/** Runs machine steps on the given rows. `onLeft`: the step was refused, or the person left it without running it. */
export function useStepRun(rows: readonly Row[], onDone?: () => void, onLeft?: () => void): StepRunner {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const run = useStep()
  const [asked, setAsked] = useState<Asked>()
  // Behind an open form the step is not left yet: the form keeps its input.
  const leave = (): void => {
    if (!asked) onLeft?.()
  }
  const chooser = useChooser(leave)
  const go = useOnce(async ({ on, step }: Asked, input: Record<string, unknown>): Promise<boolean> => {
    try {
      await run.mutateAsync({ on, step, rows, input })
      notice.done(word('step.done', { step: say(on.steps[step]!) }))
      onDone?.()
      return true
    } catch (thrown) {
      const resend = async (named: object): Promise<boolean> => {
        const isDone = (await go({ on, step }, { ...input, ...named })) ?? false
        if (isDone) setAsked(undefined)
        return isDone
      }
      if (!chooser.asks(thrown, resend)) {
        notice.failed(thrown)
        leave()
      }
      return false
    }
  })
  const begin = (on: Machine, name: string): void => {
    const step = on.steps[name]!
    const one = { on, step: name }
    if (writable(step.input).length > 0) setAsked(one)
    else if (!step.confirm && rows.length === 1) void go(one, {})
    else modal.confirm({ title: word('step.ask', { step: say(step), count: rows.length }), onOk: () => go(one, {}), onCancel: leave })
  }
  const step = asked?.on.steps[asked.step]
  const form = asked && step && (
    <StepForm
      asked={asked}
      rows={rows}
      isBusy={run.isPending}
      onSend={async (input) => {
        const isDone = (await go(asked, input)) ?? false
        if (isDone) setAsked(undefined)
        return isDone
      }}
      onClose={() => {
        setAsked(undefined)
        onLeft?.()
      }}
    />
  )
  return {
    begin,
    isBusy: run.isPending,
    isTaking: (on, name) => run.isPending && run.variables?.step === name && run.variables.on === on,
    dialog: chooser.dialog ?? form,
  }
}
