import { type ReactNode, useState } from 'react'
import { issueCredential } from '#contract/calls/iot/sensor.ts'
import { sensorCredential } from '#contract/entities/iot/sensor-credential.ts'
import { SecretDialog } from '#src/features/identity/public/secret-dialog.tsx'
import { CallButton } from '#src/kit/form/call-button.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'

/** What sensors and gateways sign in with; a new credential is shown once. */
export function CredentialPage(): ReactNode {
  const { say } = useWords()
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <EntityPage
        of={sensorCredential}
        listActions={(selected) =>
          selected.length === 0 && <CallButton of={issueCredential} onDone={(answer) => setSecret(answer.secret)} />
        }
      />
      {secret && <SecretDialog title={say(sensorCredential)} secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}
