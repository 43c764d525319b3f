import { Alert, Form, Input, Modal, Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { resetPassword } from '#contract/calls/identity/user.ts'
import { longestPassword } from '#contract/entities/identity/password-lengths.ts'
import { useAction } from '#src/data/hooks.ts'
import { useNotice } from '#src/kit/use-notice.ts'
import { useOnce } from '#src/kit/use-once.ts'
import { useWords } from '#src/words/words.ts'
import { ShownOnce } from '../public/shown-once.tsx'
import '../people/person.css'

interface Props {
  readonly userId: string
  readonly name: string
  /** The person was just added and has no password yet. */
  readonly isNew: boolean
  readonly onClose: () => void
}

/** Gives a person a first password: one that is made and shown once, or a typed one. */
export function FirstPassword({ userId, name, isNew, onClose }: Props): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const action = useAction(resetPassword)
  const [way, setWay] = useState<'generate' | 'type'>('generate')
  const [typed, setTyped] = useState('')
  const [made, setMade] = useState<string>()
  const send = useOnce(async (): Promise<void> => {
    try {
      const { password } = await action.mutateAsync({ body: { userId, ...(way === 'type' ? { password: typed } : {}) } })
      if (password) return setMade(password)
      notice.done(word('people.typedDone'))
      onClose()
    } catch {
      // The refusal is shown in the dialog.
    }
  })
  return (
    <Modal
      open
      title={word('people.firstTitle', { who: name })}
      onCancel={onClose}
      onOk={() => (made ? onClose() : void send())}
      okText={made ? word('common.close') : word('people.give')}
      okButtonProps={{ loading: action.isPending, disabled: !made && way === 'type' && typed === '' }}
      cancelButtonProps={{ style: made ? { display: 'none' } : undefined }}
      mask={{ closable: false }}
      keyboard={!made}
      destroyOnHidden
    >
      {made ? (
        <ShownOnce password={made} />
      ) : (
        <Form layout="vertical">
          <p>{isNew ? word('people.firstNew', { who: name }) : word('people.firstReset')}</p>
          {action.error && <Alert type="error" showIcon role="alert" title={action.error.message} style={{ marginBlockEnd: 16 }} />}
          <Form.Item>
            <Segmented
              value={way}
              onChange={setWay}
              options={[
                { value: 'generate', label: word('people.generate') },
                { value: 'type', label: word('people.type') },
              ]}
            />
          </Form.Item>
          {way === 'type' && (
            <Form.Item label={say(resetPassword.input.password)}>
              <Input.Password
                value={typed}
                maxLength={longestPassword}
                autoComplete="new-password"
                onChange={(event) => setTyped(event.target.value)}
                aria-label={say(resetPassword.input.password)}
              />
            </Form.Item>
          )}
        </Form>
      )}
    </Modal>
  )
}
