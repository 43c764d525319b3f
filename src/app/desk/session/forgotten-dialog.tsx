import { Alert, Button, Form, Input, Modal } from 'antd'
import type { ReactNode } from 'react'
import { forgotPassword, resetForgotten } from '#contract/calls/identity/forgotten.ts'
import { longestPassword } from '#contract/entities/identity/password-lengths.ts'
import { passwordMix } from '#contract/password-rules.ts'
import { forgottenTexts } from '#src/features/identity/sign-in/forgotten-texts.ts'
import { type NewPassword, newPasswordProblems, useForgotten } from '#src/features/identity/sign-in/use-forgotten.ts'
import { useWords } from '#src/words/words.ts'

interface Typed extends NewPassword {
  readonly account: string
  readonly captcha: string
}

interface Props {
  /** As typed in the log-in. */
  readonly hospital: string
  readonly account: string
  readonly onClose: () => void
}

/** A new password by a code: first the request, then the code with the new password. */
export function ForgottenDialog({ hospital, account, onClose }: Props): ReactNode {
  const { word, say } = useWords()
  const [form] = Form.useForm<Typed>()
  const { captcha, renew, isAsked, isDone, problem, isBusy, ask, reset, again } = useForgotten(hospital)
  const send = async (): Promise<void> => {
    const typed = form.getFieldsValue(true) as Typed
    if (!isAsked) {
      await ask(typed.account ?? '', typed.captcha ?? '')
      form.setFieldValue('captcha', '')
      return
    }
    await reset(typed.account, typed)
  }
  const part = (name: keyof NewPassword) => ({
    name,
    validateTrigger: 'onBlur',
    rules: [
      {
        validator: () => {
          const { code = '', newPassword = '', repeat = '' } = form.getFieldsValue() as Partial<Typed>
          const wrong = newPasswordProblems({ code, newPassword, repeat })[name]
          return wrong ? Promise.reject(new Error(say(wrong))) : Promise.resolve()
        },
      },
    ],
  })
  const secret = <Input.Password autoComplete="new-password" maxLength={longestPassword} />
  return (
    <Modal
      open
      title={say(forgottenTexts.title)}
      width={480}
      okText={isDone ? say(forgottenTexts.back) : say(isAsked ? forgottenTexts.save : forgottenTexts.send)}
      onOk={() => (isDone ? onClose() : form.submit())}
      onCancel={onClose}
      confirmLoading={isBusy}
      mask={{ closable: false }}
      destroyOnHidden
    >
      {isDone ? (
        <Alert type="success" showIcon role="status" title={say(forgottenTexts.done)} />
      ) : (
        <Form form={form} name="forgotten" layout="vertical" requiredMark={false} initialValues={{ account }} onFinish={() => void send()}>
          {problem && <Alert type="error" showIcon role="alert" title={problem} style={{ marginBlockEnd: 16 }} />}
          {isAsked ? (
            <>
              <Alert type="info" showIcon role="status" title={say(forgottenTexts.sent)} style={{ marginBlockEnd: 16 }} />
              <Form.Item label={say(resetForgotten.input.code)} {...part('code')}>
                <Input autoComplete="one-time-code" inputMode="numeric" maxLength={20} autoFocus />
              </Form.Item>
              <Form.Item label={say(resetForgotten.input.newPassword)} extra={say(passwordMix)} {...part('newPassword')}>
                {secret}
              </Form.Item>
              <Form.Item label={say(forgottenTexts.repeat)} {...part('repeat')}>
                {secret}
              </Form.Item>
              <Button type="link" onClick={() => void again()}>
                {say(forgottenTexts.again)}
              </Button>
            </>
          ) : (
            <>
              <Form.Item name="account" label={say(forgotPassword.input.account)}>
                <Input autoComplete="username" maxLength={forgotPassword.input.account.max} />
              </Form.Item>
              <Form.Item label={say(forgotPassword.input.code)} htmlFor="forgotten_captcha">
                <div className="eam-captcha">
                  <Form.Item name="captcha" noStyle>
                    <Input autoComplete="off" maxLength={8} />
                  </Form.Item>
                  {captcha && (
                    <button
                      type="button"
                      onClick={() => void renew()}
                      title={word('login.captchaAgain')}
                      aria-label={word('login.captchaAgain')}
                    >
                      <img src={captcha.image} alt={word('login.captchaImage')} />
                    </button>
                  )}
                </div>
              </Form.Item>
            </>
          )}
          {/* Enter sends a form only if it has such a button; the visible one stands in the foot of the dialog. */}
          <button type="submit" hidden />
        </Form>
      )}
    </Modal>
  )
}
