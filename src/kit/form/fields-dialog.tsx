import { ConfigProvider, Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import type { FieldMap } from '#contract/kit/fields/field.ts'
import { parse } from '#contract/kit/fields/parse.ts'
import { useOnce } from '#src/kit/use-once.ts'
import { changes, plainValues, startOf } from './draft.ts'
import { FormFields } from './form-fields.tsx'
import { Filling } from './form-part.ts'
import { still } from './unsaved.ts'
import { useThrowAway } from './use-throw-away.ts'

interface Props {
  readonly title: string
  readonly fields: FieldMap
  /** Initial values of the fields, by wire name. */
  readonly start?: Readonly<Record<string, unknown>>
  readonly width?: number
  readonly isBusy: boolean
  /** More inputs above the fields; the page holds their values. */
  readonly above?: ReactNode
  /** Runs the action and closes the dialog; returns false on failure, which keeps the input. */
  readonly onSend: (values: Record<string, unknown>) => Promise<boolean>
  readonly onClose: () => void
}

/** A dialog with inputs for some fields; confirms before input is discarded. */
export function FieldsDialog({ title, fields, start, width, isBusy, above, onSend, onClose }: Props): ReactNode {
  const [form] = Form.useForm<Record<string, unknown>>()
  const first = startOf(fields, start)
  const [isDirty, setDirty] = useState(false)
  const { leave, forget } = useThrowAway(isDirty)
  const note = (values: Record<string, unknown>): void => setDirty(Object.keys(changes(first, values)).length > 0)
  const fill = (values: Record<string, unknown>): void => {
    form.setFieldsValue(values)
    note(form.getFieldsValue())
  }
  const send = useOnce(async (values: Record<string, unknown>): Promise<void> => {
    if (await onSend(parse(fields, plainValues(fields, values), { partial: true }).value)) forget()
  })
  return (
    <ConfigProvider theme={still}>
      <Modal open title={title} width={width} onCancel={() => leave(onClose)} onOk={form.submit} confirmLoading={isBusy} destroyOnHidden>
        <Form
          form={form}
          layout="vertical"
          className="eam-form"
          initialValues={first}
          onValuesChange={(_changed, values) => note(values)}
          onFinish={(values) => void send(values)}
        >
          <Filling value={fill}>{above}</Filling>
          <FormFields fields={fields} row={start} autoFocus onAsked={() => note(form.getFieldsValue())} />
        </Form>
      </Modal>
    </ConfigProvider>
  )
}
