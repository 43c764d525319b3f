import { App, Switch } from 'antd'
import type { ReactNode } from 'react'
import { updateActive } from '#contract/calls/identity/user.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useRight, useSession } from '#src/data/session.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Whether a person may sign in, as a switch in the list; stopping asks first, and one's own is only shown. */
export function UserActive({ row }: { readonly row: Row }): ReactNode {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const action = useAction(updateActive)
  const may = useRight(updateActive.may)
  const me = useSession((state) => state.person?.user_id)
  const who = String(row.realName)
  const set = (isActive: 0 | 1): Promise<boolean> =>
    notice.tell(action.mutateAsync({ body: { userId: row.id, isActive } }), word('form.updated'))
  const change = (isOn: boolean): void => {
    if (isOn) void set(1)
    else modal.confirm({ title: word('people.askStop', { who }), okButtonProps: { danger: true }, onOk: () => set(0) })
  }
  return (
    <Switch
      checked={row.status === 'active'}
      disabled={!may || row.id === me}
      loading={action.isPending}
      aria-label={`${say(updateActive.input.isActive)} ${who}`}
      onClick={(_, event) => event.stopPropagation()}
      onChange={change}
    />
  )
}
