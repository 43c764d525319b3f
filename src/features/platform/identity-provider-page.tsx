import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { providerEnable, providerSecret } from '#contract/calls/identity.ts'
import { identityProvider } from '#contract/entities/platform/identity-provider.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Where people of the tenant may sign in: their secrets, offered or not. */
export const IdentityProviderPage = (): ReactNode => <EntityPage of={identityProvider} rowActions={(row) => <Acts row={row} />} />

function Acts({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const [isAsked, setAsked] = useState(false)
  const enable = useAction(providerEnable)
  if (!useRight(providerEnable.may)) return null
  const isStopped = row.isStopped === 1
  const said = word(isStopped ? 'sms.enable' : 'sms.stop')
  const turn = (): void =>
    void notice.tell(enable.mutateAsync({ body: { id: row.id, isStopped: isStopped ? 0 : 1 } }), word('step.done', { step: said }))
  return (
    <>
      <Button size="small" type={isStopped ? 'primary' : 'default'} loading={enable.isPending} onClick={turn}>
        {said}
      </Button>
      <Button size="small" onClick={() => setAsked(true)}>
        {word('sms.secret')}
      </Button>
      {isAsked && <CallDialog of={providerSecret} given={{ id: row.id }} onClose={() => setAsked(false)} />}
    </>
  )
}
