import { Button, Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { bindTag, editTag, unbindTag } from '#contract/calls/asset/device-tag.ts'
import { deviceTag } from '#contract/entities/asset/tags/device-tag.ts'
import { tagBinding, tagEditing } from '#contract/entities/asset/tags/tag-machines.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { FormFields } from '#src/kit/form/form-fields.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useOnce } from '#src/kit/use-once.ts'
import { useWords } from '#src/words/words.ts'

const { bind, unbind } = tagBinding.steps
const { lock, unlock } = tagEditing.steps
const fields = { device: { ...deviceTag.fields.device, readOnly: false, required: true } } as const

/** Chooses the device that a tag is stuck on. */
function BindTag({ row, onClose }: { readonly row: Row; readonly onClose: () => void }): ReactNode {
  const { say } = useWords()
  const notice = useNotice()
  const [form] = Form.useForm<{ deviceId: string }>()
  const action = useAction(bindTag)
  const send = useOnce(async ({ deviceId }: { deviceId: string }): Promise<void> => {
    try {
      await action.mutateAsync({ body: { id: deviceId, tagInputtingId: row.id } })
      notice.done(say(bind))
      onClose()
    } catch (thrown) {
      notice.failed(thrown)
    }
  })
  return (
    <Modal
      open
      title={`${say(bind)} · ${String(row.tagCode)}`}
      onCancel={onClose}
      onOk={form.submit}
      okText={say(bind)}
      confirmLoading={action.isPending}
      destroyOnHidden
    >
      <Form form={form} layout="vertical" onFinish={(values) => void send(values)} className="eam-form">
        <FormFields fields={fields} autoFocus />
      </Form>
    </Modal>
  )
}

/** What may be done with a tag: bind it or take it off, lock it or open it again. */
export function TagActs({ row }: { readonly row: Row }): ReactNode {
  const { say } = useWords()
  const notice = useNotice()
  const [isBinding, setBinding] = useState(false)
  const [mayBind, mayEdit] = [useRight('deviceTag.bind'), useRight('deviceTag.submit')]
  const [taking, editing] = [useAction(unbindTag), useAction(editTag)]
  const run = useOnce(async (work: () => Promise<unknown>, done: string): Promise<void> => {
    try {
      await work()
      notice.done(done)
    } catch (thrown) {
      notice.failed(thrown)
    }
  })
  const isOpen = row.editStatus === 'open'
  const take = () => run(() => taking.mutateAsync({ body: { id: row.id } }), say(unbind))
  const toggle = () =>
    run(() => editing.mutateAsync({ body: { id: row.id, value: isOpen ? 'locked' : 'open' } }), say(isOpen ? lock : unlock))
  return (
    <>
      {mayBind && isOpen && row.tagStatus === 'free' && <Button onClick={() => setBinding(true)}>{say(bind)}</Button>}
      {mayBind && isOpen && row.tagStatus === 'bound' && (
        <Button loading={taking.isPending} onClick={() => void take()}>
          {say(unbind)}
        </Button>
      )}
      {mayEdit && (
        <Button loading={editing.isPending} onClick={() => void toggle()}>
          {say(isOpen ? lock : unlock)}
        </Button>
      )}
      {isBinding && <BindTag row={row} onClose={() => setBinding(false)} />}
    </>
  )
}
