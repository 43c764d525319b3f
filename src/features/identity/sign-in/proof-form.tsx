import { Alert, Button, Form, Input, Segmented } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { factorBegin, factorRemove } from '#contract/calls/identity/factor.ts'
import { passkeyAsk } from '#contract/calls/identity/passkey.ts'
import { useAction } from '#src/data/hooks.ts'
import { useWords } from '#src/words/words.ts'
import { showPasskey } from './passkey.ts'
import '../people/person.css'

/** A typed value. */
export interface Asked {
  readonly name: string
  readonly label: string
  readonly isSecret?: boolean
  readonly max?: number
}

/** How who sits here shows that they are the person. */
export type Proof = 'password' | 'code' | 'passkey'

interface Props {
  readonly fields?: readonly Asked[]
  /** One of these is shown; none where nothing has to be. */
  readonly proofs?: readonly Proof[]
  readonly act: string
  readonly onSend: (given: Record<string, string>) => Promise<unknown>
}

const labels = { password: factorBegin.input.password, code: factorRemove.input.code, passkey: passkeyAsk } as const

/** A few typed values, a proof of who types them and one button; what was typed stays when the server refuses. */
export function ProofForm({ fields = [], proofs = [], act, onSend }: Props): ReactNode {
  const { word, say } = useWords()
  const ask = useAction(passkeyAsk)
  // Several of these stand on one page: each has ids of its own.
  const formName = useId()
  const [proof, setProof] = useState(proofs[0])
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const shown = async (): Promise<Record<string, string>> => {
    if (proof !== 'passkey') return {}
    const { options } = await ask.mutateAsync({ body: {} })
    const outcome = await showPasskey(options)
    if ('problem' in outcome) throw new Error(say(outcome.problem))
    return { passkey: outcome.answer }
  }
  const send = async (given: Record<string, string>): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    try {
      await onSend({ ...given, ...(await shown()) })
    } catch (thrown) {
      setProblem((thrown as Error).message)
    }
    setBusy(false)
  }
  const typed: readonly Asked[] =
    proof === 'password' || proof === 'code'
      ? [...fields, { name: proof, label: say(labels[proof]), isSecret: proof === 'password' }]
      : fields
  return (
    <Form
      name={formName}
      layout="vertical"
      className="eam-form eam-password"
      onFinish={(given: Record<string, string>) => void send(given)}
    >
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      {proofs.length > 1 && (
        <Form.Item label={word('passkey.proof')}>
          <Segmented
            value={proof}
            options={proofs.map((value) => ({ value, label: say(labels[value]) }))}
            onChange={setProof}
            aria-label={word('passkey.proof')}
          />
        </Form.Item>
      )}
      {typed.map(({ name, label, isSecret, max = 20 }) => (
        <Form.Item
          key={name}
          name={name}
          label={label}
          rules={[{ required: true, whitespace: true, message: word('factor.needed', { label }) }]}
        >
          {isSecret ? (
            <Input.Password autoComplete="current-password" />
          ) : (
            <Input autoComplete={name === 'code' ? 'one-time-code' : 'off'} maxLength={max} />
          )}
        </Form.Item>
      ))}
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {act}
      </Button>
    </Form>
  )
}
