import { App, Button } from 'antd'
import type { ReactNode } from 'react'
import { factorReset } from '#contract/calls/identity/factor.ts'
import { identityUnbind } from '#contract/calls/identity/identity.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Takes the second factor from a person who has lost it. */
export function ResetFactor({ row }: { readonly row: Row }): ReactNode {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const reset = useAction(factorReset)
  if (!useRight(factorReset.may)) return null
  const ask = (): void => {
    const onOk = (): Promise<boolean> =>
      notice.tell(reset.mutateAsync({ body: { userId: row.id } }), word('step.done', { step: say(factorReset) }))
    modal.confirm({ title: word('factor.askReset', { who: String(row.realName) }), okButtonProps: { danger: true }, onOk })
  }
  return <Button onClick={ask}>{say(factorReset)}</Button>
}

/** Releases a person from the identities at outside providers. */
export function ReleaseIdentities({ row }: { readonly row: Row }): ReactNode {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const release = useAction(identityUnbind)
  if (!useRight(identityUnbind.may)) return null
  const onOk = (): Promise<boolean> =>
    notice.tell(release.mutateAsync({ body: { userId: row.id } }), word('step.done', { step: say(identityUnbind) }))
  return (
    <Button onClick={() => modal.confirm({ title: word('identity.askRelease', { who: String(row.realName) }), onOk })}>
      {say(identityUnbind)}
    </Button>
  )
}
