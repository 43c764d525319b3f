import { App, Button, Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Machine } from '#contract/kit/machine.ts'
import { parse } from '#contract/kit/parse.ts'
import { type Row, useStep } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { FormFields } from './form-fields.tsx'
import { useNotice } from './use-notice.ts'

interface Props {
  readonly on: Machine
  readonly rows: readonly Row[]
  /** The steps to offer. */
  readonly names: readonly string[]
  readonly onDone?: () => void
}

/** One button for each step; a step with input asks for it, a grave one asks before it runs. */
export function StepButtons({ on, rows, names, onDone }: Props): ReactNode {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const run = useStep(on)
  const [asked, setAsked] = useState<string>()
  const go = async (step: string, input: Record<string, unknown>): Promise<boolean> => {
    try {
      await run.mutateAsync({ step, rows, input })
      notice.done(word('step.done', { step: say(on.steps[step]!) }))
      onDone?.()
      return true
    } catch (thrown) {
      notice.failed(thrown)
      return false
    }
  }
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
        <StepDialog
          title={say(on.steps[asked]!)}
          on={on}
          name={asked}
          isBusy={run.isPending}
          onCancel={() => setAsked(undefined)}
          onSend={(input) => void go(asked, input).then((isDone) => isDone && setAsked(undefined))}
        />
      )}
    </>
  )
}

interface DialogProps {
  readonly title: string
  readonly on: Machine
  readonly name: string
  readonly isBusy: boolean
  readonly onCancel: () => void
  readonly onSend: (input: Record<string, unknown>) => void
}

function StepDialog({ title, on, name, isBusy, onCancel, onSend }: DialogProps): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>()
  const input = on.steps[name]!.input
  const hasLines = Object.values(input).some((field) => field.kind === 'items')
  return (
    <Modal
      open
      title={title}
      width={hasLines ? 720 : undefined}
      onCancel={onCancel}
      onOk={form.submit}
      confirmLoading={isBusy}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" onFinish={(values) => onSend(parse(input, values, { partial: true }).value)} className="eam-form">
        <FormFields fields={input} autoFocus />
      </Form>
    </Modal>
  )
}
