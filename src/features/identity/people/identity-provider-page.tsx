import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { providerEnable, providerSecret } from '#contract/calls/identity/identity.ts'
import { identityProvider } from '#contract/entities/identity/identity-provider.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { EnableButton } from '#src/kit/widgets/desk/enable-button.tsx'
import { useWords } from '#src/words/words.ts'

/** Where people of the tenant may sign in: their secrets, offered or not. */
export const IdentityProviderPage = (): ReactNode => <EntityPage of={identityProvider} rowActions={(row) => <Acts row={row} />} />

function Acts({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const [isAsked, setAsked] = useState(false)
  const enable = useAction(providerEnable)
  if (!useRight(providerEnable.may)) return null
  return (
    <>
      <EnableButton row={row} enable={enable} />
      <Button size="small" onClick={() => setAsked(true)}>
        {word('sms.secret')}
      </Button>
      {isAsked && <CallDialog of={providerSecret} given={{ id: row.id }} onClose={() => setAsked(false)} />}
    </>
  )
}
