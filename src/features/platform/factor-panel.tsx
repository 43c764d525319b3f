import { Alert, Button, Descriptions, Form, Input, QRCode, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import { factorBegin, factorConfirm, factorRemove, factorState } from '#contract/calls/factor.ts'
import type { AnswerOf } from '#contract/kit/answer.ts'
import { useAction, useCall } from '#src/data/hooks.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import './person.css'

interface Asked {
  readonly label: string
  readonly name: string
  readonly isSecret?: boolean
}

/** A few typed values and one button; what was typed stays when the server refuses. */
function Asking({
  fields,
  act,
  onSend,
}: {
  fields: readonly Asked[]
  act: string
  onSend: (given: Record<string, string>) => Promise<unknown>
}): ReactNode {
  const { word } = useWords()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const send = async (given: Record<string, string>): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    await onSend(given).catch((thrown: unknown) => setProblem((thrown as Error).message))
    setBusy(false)
  }
  return (
    <Form layout="vertical" className="eam-form eam-password" onFinish={(given: Record<string, string>) => void send(given)}>
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      {fields.map(({ name, label, isSecret }) => (
        <Form.Item key={name} name={name} label={label} rules={[{ required: true, message: word('factor.needed', { label }) }]}>
          {isSecret ? <Input.Password autoComplete="current-password" /> : <Input autoComplete="one-time-code" maxLength={20} />}
        </Form.Item>
      ))}
      <Button type="primary" htmlType="submit" loading={isBusy}>
        {act}
      </Button>
    </Form>
  )
}

/** Sets up the second factor of the person, or turns it off. `onDone`: after the recovery codes were read. */
export function FactorPanel({ onDone }: { readonly onDone?: () => void }): ReactNode {
  const { word, say } = useWords()
  const found = useCall(factorState, {})
  const [begin, confirm, remove] = [useAction(factorBegin), useAction(factorConfirm), useAction(factorRemove)]
  const [told, setTold] = useState<AnswerOf<typeof factorBegin>>()
  const [codes, setCodes] = useState<readonly string[]>()
  const password: Asked = { name: 'password', label: say(factorBegin.input.password), isSecret: true }
  if (codes)
    return (
      <section aria-label={word('factor.codes')}>
        <Alert type="warning" showIcon title={word('factor.codesOnce')} />
        <Typography.Paragraph copyable={{ text: codes.join('\n') }}>
          <span data-testid="recovery-codes">{codes.join('　')}</span>
        </Typography.Paragraph>
        <Button
          type="primary"
          onClick={() => {
            setCodes(undefined)
            setTold(undefined)
            void found.refetch()
            onDone?.()
          }}
        >
          {word('factor.kept')}
        </Button>
      </section>
    )
  if (told)
    return (
      <section aria-label={say(factorConfirm)}>
        <p>{word('factor.scan')}</p>
        <QRCode value={told.address} />
        <p>
          {word('factor.typed')} <code data-testid="factor-secret">{told.secret}</code>
        </p>
        <Asking
          fields={[{ name: 'code', label: say(factorConfirm.input.code) }]}
          act={say(factorConfirm)}
          onSend={async (body) => setCodes((await confirm.mutateAsync({ body })).codes)}
        />
      </section>
    )
  if (!found.data) return <Outcome isLoading={found.isPending} error={found.error} onRetry={() => void found.refetch()} />
  const { isOn, codesLeft, devices, needsPassword } = found.data
  if (!isOn)
    return (
      <section aria-label={say(factorState)}>
        <p>{word('factor.why')}</p>
        <Asking
          fields={needsPassword ? [password] : []}
          act={say(factorBegin)}
          onSend={async (body) => setTold(await begin.mutateAsync({ body }))}
        />
      </section>
    )
  return (
    <section aria-label={say(factorState)}>
      <Descriptions
        title={word('factor.on')}
        items={[
          { key: 'codes', label: word('factor.codesLeft'), children: codesLeft },
          { key: 'devices', label: word('factor.devices'), children: devices },
        ]}
      />
      <Asking
        fields={[password, { name: 'code', label: say(factorRemove.input.code) }]}
        act={say(factorRemove)}
        onSend={async (body) => {
          await remove.mutateAsync({ body })
          await found.refetch()
        }}
      />
    </section>
  )
}
