import { Descriptions } from 'antd'
import { type ReactNode, useState } from 'react'
import { issueCredential } from '#contract/calls/iot/sensor.ts'
import { sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import { sensorCredential } from '#contract/entities/iot/sensor-credential.ts'
import { SecretDialog } from '#src/features/identity/public/secret-dialog.tsx'
import { CallButton } from '#src/kit/form/call-button.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'

const words = {
  user: { zh: 'MQTT 用户名', en: 'MQTT user name' },
  topic: { zh: 'MQTT 主题', en: 'MQTT topic' },
} as const

/** What sensors and gateways sign in with; a new credential is shown once, with the names that MQTT asks for beside it. */
export function CredentialPage(): ReactNode {
  const { say } = useWords()
  const [secret, setSecret] = useState<string>()
  const tenantId = secret?.split('.')[0]
  return (
    <>
      <EntityPage
        of={sensorCredential}
        listActions={(selected) =>
          selected.length === 0 && <CallButton of={issueCredential} onDone={(answer) => setSecret(answer.secret)} />
        }
      />
      {secret && (
        <SecretDialog title={say(sensorCredential)} secret={secret} onClose={() => setSecret(undefined)}>
          <Descriptions
            size="small"
            column={1}
            items={[
              { key: 'user', label: say(words.user), children: tenantId },
              { key: 'topic', label: say(words.topic), children: `eam/${tenantId}/<${say(sensorConfig.fields.sensorCode)}>/telemetry` },
            ]}
          />
        </SecretDialog>
      )}
    </>
  )
}
