import { Checkbox, Form, Input } from 'antd'
import type { ReactNode } from 'react'
import { useWords } from '#src/words/words.ts'

/** Asks for the second factor, as `totp`, and whether this device is remembered, as `isKept`. */
export function FactorFields(): ReactNode {
  const { word } = useWords()
  return (
    <>
      <Form.Item name="totp" label={word('login.factor')} rules={[{ required: true, whitespace: true, message: word('login.needFactor') }]}>
        <Input autoComplete="one-time-code" inputMode="numeric" maxLength={20} autoFocus />
      </Form.Item>
      <Form.Item name="isKept" valuePropName="checked">
        <Checkbox>{word('login.remember')}</Checkbox>
      </Form.Item>
    </>
  )
}
