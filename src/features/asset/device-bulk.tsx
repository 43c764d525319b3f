import { DownOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { batchEdit, bindChildren, unbindChildren } from '#contract/calls/device-cards.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { BatchEdit } from './batch-edit.tsx'

/** Acts on the chosen cards: the same values for all, and attaching them to another device. */
export function DeviceBulk({ selected }: { readonly selected: readonly Row[] }): ReactNode {
  const { say, word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const mayWrite = useRight(batchEdit.may)
  const unbind = useAction(unbindChildren)
  const [open, setOpen] = useState<'edit' | 'bind'>()
  if (!mayWrite || selected.length === 0) return null
  const close = (): void => setOpen(undefined)
  const detach = (): void => {
    modal.confirm({
      title: say(unbindChildren),
      content: word('list.chosen', { count: selected.length }),
      okText: word('common.confirm'),
      cancelText: word('common.cancel'),
      onOk: () =>
        notice.tell(
          unbind.mutateAsync({ body: { childIds: selected.map((row) => row.id) } }),
          word('step.done', { step: say(unbindChildren) }),
        ),
    })
  }
  const items = [
    { key: 'edit', label: say(batchEdit), onClick: () => setOpen('edit') },
    { key: 'bind', label: word('device.bindTo'), onClick: () => setOpen('bind') },
    { key: 'unbind', label: say(unbindChildren), onClick: detach },
  ]
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button icon={<DownOutlined />} iconPlacement="end">
          {word('device.bulk')}
        </Button>
      </Dropdown>
      {open === 'edit' && <BatchEdit rows={selected} onClose={close} />}
      {open === 'bind' && <CallDialog of={bindChildren} given={{ childIds: selected.map((row) => row.id) }} onClose={close} />}
    </>
  )
}
