import { Alert, Button, Form, Input } from 'antd'
import { type ReactNode, useState } from 'react'
import { updatePassword } from '#contract/calls/identity/user.ts'
import { longestPassword } from '#contract/entities/identity/password-lengths.ts'
import { changeProblems, type PasswordChange, passwordMix, passwordParts } from '#contract/password-rules.ts'
import { useAction } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'
import { passwordFault } from './password-fault.ts'

/** Changes the own password: the present one, and the new one twice. What is wrong stands beside the field that it is about. */
export function PasswordForm({ onDone }: { readonly onDone: () => void }): ReactNode {
  const { word, say } = useWords()
  const [form] = Form.useForm<PasswordChange>()
  const action = useAction(updatePassword)
  const [problem, setProblem] = useState<string>()
  const shortest = useSession((state) => state.person?.shortestPassword)
  const typed = (): PasswordChange => {
    const given = form.getFieldsValue() as Partial<PasswordChange>
    return { oldPassword: given.oldPassword ?? '', newPassword: given.newPassword ?? '', newPassword1: given.newPassword1 ?? '' }
  }
  const send = async (): Promise<void> => {
    setProblem(undefined)
    try {
      await action.mutateAsync({ body: typed() })
      form.resetFields()
      onDone()
    } catch (thrown) {
      const { message, part } = passwordFault(thrown)
      if (part) form.setFields([{ name: part, errors: [message] }])
      else setProblem(message)
    }
  }
  return (
    <Form form={form} layout="vertical" requiredMark={false} onFinish={() => void send()} className="eam-form eam-password">
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      {passwordParts.map((part) => (
        <Form.Item
          key={part}
          name={part}
          label={say(updatePassword.input[part])}
          extra={part === 'newPassword' ? say(passwordMix) : undefined}
          validateTrigger="onBlur"
          rules={[
            {
              validator: () => {
                const wrong = changeProblems(typed(), shortest)[part]
                return wrong ? Promise.reject(new Error(say(wrong))) : Promise.resolve()
              },
            },
          ]}
        >
          <Input.Password maxLength={longestPassword} autoComplete={part === 'oldPassword' ? 'current-password' : 'new-password'} />
        </Form.Item>
      ))}
      <Button type="primary" htmlType="submit" loading={action.isPending}>
        {word('common.save')}
      </Button>
    </Form>
  )
}
