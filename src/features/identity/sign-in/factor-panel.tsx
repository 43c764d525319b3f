import { Alert, Button, Descriptions, QRCode, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { factorBegin, factorConfirm, factorRemove, factorState } from '#contract/calls/identity/factor.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { useAction, useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { canAskPasskey, type FactorState, PasskeyPanel } from './passkey-panel.tsx'
import { ProofForm } from './proof-form.tsx'

/** The recovery codes, which are shown once. */
function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }): ReactNode {
  const { word } = useWords()
  return (
    <section aria-label={word('factor.codes')}>
      <Alert type="warning" showIcon title={word('factor.codesOnce')} />
      <Typography.Paragraph copyable={{ text: codes.join('\n') }}>
        <span data-testid="recovery-codes">{codes.join('　')}</span>
      </Typography.Paragraph>
      <Button type="primary" onClick={onKept}>
        {word('factor.kept')}
      </Button>
    </section>
  )
}

/** What an authenticator is told, and the first code of it. `onCodes`: recovery codes, none where there were some before. */
function FirstCode({
  enrolment,
  onCodes,
}: {
  readonly enrolment: AnswerOf<typeof factorBegin>
  readonly onCodes: (codes: readonly string[]) => void
}): ReactNode {
  const { word, say } = useWords()
  const confirm = useAction(factorConfirm)
  return (
    <section aria-label={say(factorConfirm)}>
      <p>{word('factor.scan')}</p>
      <QRCode value={enrolment.address} />
      <p>
        {word('factor.typed')} <code data-testid="factor-secret">{enrolment.secret}</code>
      </p>
      <ProofForm
        fields={[{ name: 'code', label: say(factorConfirm.input.code) }]}
        act={say(factorConfirm)}
        onSend={async (body) => onCodes((await confirm.mutateAsync({ body })).codes)}
      />
    </section>
  )
}

/** How many recovery codes and remembered devices are left, and how it is turned off. */
function TurnedOn({ state, onChange }: { readonly state: FactorState; readonly onChange: () => void }): ReactNode {
  const { word, say } = useWords()
  const remove = useAction(factorRemove)
  return (
    <>
      <Descriptions
        title={word('factor.on')}
        items={[
          { key: 'codes', label: word('factor.codesLeft'), children: state.codesLeft },
          { key: 'devices', label: word('factor.devices'), children: state.devices },
        ]}
      />
      <ProofForm
        fields={state.needsPassword ? [{ name: 'password', label: say(factorBegin.input.password), isSecret: true }] : []}
        proofs={canAskPasskey(state) ? ['code', 'passkey'] : ['code']}
        act={say(factorRemove)}
        onSend={async (body) => {
          await remove.mutateAsync({ body })
          onChange()
        }}
      />
    </>
  )
}

/** Sets up the second factor of the person, by an authenticator, passkeys or both, or turns it off. `onDone`: after it was set up. */
export function FactorPanel({ onDone }: { readonly onDone?: () => void }): ReactNode {
  const { word, say } = useWords()
  const found = useCall(factorState, {})
  const begin = useAction(factorBegin)
  const [enrolment, setEnrolment] = useState<AnswerOf<typeof factorBegin>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const kept = (): void => {
    setCodes(undefined)
    setEnrolment(undefined)
    void found.refetch()
    onDone?.()
  }
  if (codes) return <RecoveryCodes codes={codes} onKept={kept} />
  if (enrolment) return <FirstCode enrolment={enrolment} onCodes={(given) => (given.length > 0 ? setCodes(given) : kept())} />
  if (!found.data) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  const { isOn, hasAuthenticator, needsPassword } = found.data
  return (
    <section aria-label={say(factorState)}>
      {isOn && <TurnedOn state={found.data} onChange={() => void found.refetch()} />}
      {!hasAuthenticator && (
        <>
          <p>{word('factor.why')}</p>
          <ProofForm
            proofs={needsPassword ? ['password'] : []}
            act={say(factorBegin)}
            onSend={async (body) => setEnrolment(await begin.mutateAsync({ body }))}
          />
        </>
      )}
      <PasskeyPanel state={found.data} onChange={() => void found.refetch()} onCodes={setCodes} />
    </section>
  )
}
