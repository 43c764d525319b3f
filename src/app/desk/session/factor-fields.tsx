import { KeyOutlined } from '@ant-design/icons'
import { Button, Checkbox, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import type { FactorShown } from '#src/data/second-factor.ts'
import { type PasskeyAsked, showPasskey } from '#src/features/identity/sign-in/passkey.ts'
import { waysTexts } from '#src/features/identity/sign-in/sign-in-ways.ts'
import { useWords } from '#src/words/words.ts'

interface Props {
  /** What a passkey may be asked; absent where the person has none for this site. */
  readonly asked: PasskeyAsked | undefined
  readonly onPasskey: (shown: FactorShown) => void
  readonly onProblem: (message: string) => void
}

/** Asks for the second factor, as `totp` or by a passkey, and whether this device is remembered, as `isKept`. */
export function FactorFields({ asked, onPasskey, onProblem }: Props): ReactNode {
  const { word, say } = useWords()
  const form = Form.useFormInstance<FactorShown>()
  const show = async (of: PasskeyAsked): Promise<void> => {
    const outcome = await showPasskey(of)
    if ('problem' in outcome) onProblem(say(outcome.problem))
    else onPasskey({ passkey: outcome.answer, isKept: form.getFieldValue('isKept') === true })
  }
  return (
    <>
      {asked && (
        <Form.Item>
          <Button block icon={<KeyOutlined />} onClick={() => void show(asked)}>
            {say(waysTexts.passkey)}
          </Button>
        </Form.Item>
      )}
      <Form.Item name="totp" label={say(waysTexts.code)} rules={[{ required: true, whitespace: true, message: word('login.needFactor') }]}>
        <Input autoComplete="one-time-code" inputMode="numeric" maxLength={20} autoFocus />
      </Form.Item>
      <Form.Item name="isKept" valuePropName="checked">
        <Checkbox>{word('login.remember')}</Checkbox>
      </Form.Item>
    </>
  )
}
