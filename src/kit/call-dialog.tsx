import { Form, Modal } from 'antd'
import type { ReactNode } from 'react'
import type { Call } from '#contract/kit/call.ts'
import { parse } from '#contract/kit/parse.ts'
import { wireName } from '#contract/kit/shape.ts'
import { type Saved, useAction } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { startOf } from './draft.ts'
import { FormFields } from './form-fields.tsx'
import { useNotice } from './use-notice.ts'

interface Props {
  readonly of: Call
  /** Parameters that the page gives, by wire name; they are not asked for. */
  readonly given?: Readonly<Record<string, unknown>>
  readonly onClose: () => void
  readonly onDone?: (saved: Saved) => void
}

/** Asks for the input of a writing call and makes it; keeps what was typed when the server refuses. */
export function CallDialog({ of, given = {}, onClose, onDone }: Props): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const [form] = Form.useForm<Record<string, unknown>>()
  const action = useAction<Saved>(of)
  const asked = Object.fromEntries(Object.entries(of.input).filter(([name, field]) => !(wireName(name, field) in given)))
  const send = async (values: Record<string, unknown>): Promise<void> => {
    try {
      const saved = await action.mutateAsync({ body: { ...parse(asked, values, { partial: true }).value, ...given } })
      notice.done(word('step.done', { step: say(of) }))
      onClose()
      onDone?.(saved)
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  return (
    <Modal open title={say(of)} onCancel={onClose} onOk={form.submit} confirmLoading={action.isPending} width={720} destroyOnHidden>
      <Form
        form={form}
        layout="vertical"
        className="eam-form"
        initialValues={startOf(asked, undefined)}
        onFinish={(values) => void send(values)}
      >
        <FormFields fields={asked} autoFocus />
      </Form>
    </Modal>
  )
}
