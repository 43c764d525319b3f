import { Button, Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { storiedBuilding } from '#contract/calls/place/place.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { FormFields } from '#src/kit/form/form-fields.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useOnce } from '#src/kit/use-once.ts'
import { useWords } from '#src/words/words.ts'

const { floor, room } = storiedBuilding.input

/** Makes the floors of a building and the rooms of each floor at once. */
export function StoriedBuilding({ row }: { readonly row: Row }): ReactNode {
  const { say, word } = useWords()
  const notice = useNotice()
  const [isOpen, setOpen] = useState(false)
  const [form] = Form.useForm<{ floor: number; room: number }>()
  const make = useAction(storiedBuilding)
  const typed = Form.useWatch([], form)
  const send = useOnce(async (values: { floor: number; room: number }): Promise<void> => {
    try {
      await make.mutateAsync({ body: { id: row.id, ...values } })
      notice.done(word('place.made'))
      setOpen(false)
    } catch (thrown) {
      notice.failed(thrown)
    }
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say(storiedBuilding)}</Button>
      <Modal
        open={isOpen}
        title={`${say(storiedBuilding)} · ${String(row.locationName ?? '')}`}
        onCancel={() => setOpen(false)}
        onOk={form.submit}
        confirmLoading={make.isPending}
        destroyOnHidden
      >
        <Form form={form} layout="vertical" onFinish={(values) => void send(values)} className="eam-form">
          <FormFields fields={{ floor, room }} autoFocus />
          {typed?.floor > 0 && typed?.room > 0 && <p className="eam-hint">{word('place.sum', { count: typed.floor * typed.room })}</p>}
        </Form>
      </Modal>
    </>
  )
}
