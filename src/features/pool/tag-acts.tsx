import { DownOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { type ReactNode, useState } from 'react'
import { markDevices, shareDevices, unmarkDevices, unshareDevices } from '#contract/calls/pool/pool.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Acts on chosen cards: into the shared pool and out of it, a mark and its removal. */
export function TagActs({ selected }: { readonly selected: readonly Row[] }): ReactNode {
  const { say, word } = useWords()
  const notice = useNotice()
  const rights = useSession((state) => state.person?.rights)
  const [open, setOpen] = useState<'share' | 'mark'>()
  const [unshare, unmark] = [useAction(unshareDevices), useAction(unmarkDevices)]
  const ids = selected.map((row) => row.id)
  const run = (action: typeof unshare | typeof unmark, of: typeof unshareDevices | typeof unmarkDevices) => () =>
    void notice.tell(action.mutateAsync({ body: { ids } }), word('step.done', { step: say(of) }))
  const items = [
    { of: shareDevices, onClick: () => setOpen('share') },
    { of: unshareDevices, onClick: run(unshare, unshareDevices) },
    { of: markDevices, onClick: () => setOpen('mark') },
    { of: unmarkDevices, onClick: run(unmark, unmarkDevices) },
  ]
    .filter(({ of }) => rights?.includes(of.may))
    .map(({ of, onClick }) => ({ key: of.name, label: say(of), onClick }))
  if (items.length === 0 || selected.length === 0) return null
  const close = (): void => setOpen(undefined)
  return (
    <>
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button icon={<DownOutlined />} iconPlacement="end">
          {word('pool.acts')}
        </Button>
      </Dropdown>
      {open === 'share' && <CallDialog of={shareDevices} given={{ ids }} start={{ priceKind: 'hour' }} onClose={close} />}
      {open === 'mark' && <CallDialog of={markDevices} given={{ ids }} onClose={close} />}
    </>
  )
}
