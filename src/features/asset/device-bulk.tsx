import { DownOutlined } from '@ant-design/icons'
import { App, Button, Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { batchEdit, bindChildren, fileByTag, unbindChildren } from '#contract/calls/asset/device-cards.ts'
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
  const mayFile = useRight(fileByTag.may)
  const unbind = useAction(unbindChildren)
  const file = useAction(fileByTag)
  const [open, setOpen] = useState<'edit' | 'bind'>()
  if (!mayWrite || selected.length === 0) return null
  const close = (): void => setOpen(undefined)
  const ids = selected.map((row) => row.id)
  const ask = (of: typeof unbindChildren | typeof fileByTag, run: () => Promise<unknown>): void => {
    modal.confirm({
      title: say(of),
      content: word('list.chosen', { count: selected.length }),
      okText: word('common.confirm'),
      cancelText: word('common.cancel'),
      onOk: () => notice.tell(run(), word('step.done', { step: say(of) })),
    })
  }
  const detach = (): void => ask(unbindChildren, () => unbind.mutateAsync({ body: { childIds: ids } }))
  const confirmTagged = (): void => ask(fileByTag, () => file.mutateAsync({ query: { ids: ids.join() } }))
  const items = [
    { key: 'edit', label: say(batchEdit), onClick: () => setOpen('edit') },
    { key: 'bind', label: word('device.bindTo'), onClick: () => setOpen('bind') },
    { key: 'unbind', label: say(unbindChildren), onClick: detach },
    ...(mayFile ? [{ key: 'file', label: say(fileByTag), onClick: confirmTagged }] : []),
  ]
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button icon={<DownOutlined />} iconPlacement="end">
          {word('device.bulk')}
        </Button>
      </Dropdown>
      {open === 'edit' && <BatchEdit rows={selected} onClose={close} />}
      {open === 'bind' && <CallDialog of={bindChildren} given={{ childIds: ids }} onClose={close} />}
    </>
  )
}
