import { Alert, Button, Descriptions, Form, Tabs } from 'antd'
import { type ReactNode, useState } from 'react'
import { factorState } from '#contract/calls/identity/factor.ts'
import { updateInfo } from '#contract/calls/identity/user.ts'
import { noAvatar } from '#contract/entities/identity/avatar.ts'
import { user } from '#contract/entities/identity/user.ts'
import { roleTexts } from '#contract/kit/access/role-names.ts'
import { text } from '#contract/kit/fields/field.ts'
import { phoneProblem } from '#contract/password-rules.ts'
import { useAction } from '#src/data/hooks.ts'
import { loadPerson, type Person, useSession } from '#src/data/session.ts'
import { MailPanel } from '#src/features/notice/public/mail-panel.tsx'
import { FormFields } from '#src/kit/form/form-fields.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { FactorPanel } from '../sign-in/factor-panel.tsx'
import { PasswordForm } from '../sign-in/password-form.tsx'
import { SessionsTable } from '../sign-in/sessions-table.tsx'
import { AvatarInput } from './avatar-input.tsx'
import './person.css'

const { account, dept, role } = user.fields
const { realName, name, phone, email } = updateInfo.input
// The phone has its own sentences.
const typed = { realName, name, phone: text({ ...phone, required: true }), email }

/** Who is signed in: what they may change of themselves, their password, and where else they are signed in. */
export function PersonPage(): ReactNode {
  const { say, word, language } = useWords()
  const notice = useNotice()
  const person = useSession((state) => state.person)
  if (!person) return null
  const facts = [
    [account, person.account],
    [dept, person.deptName],
    [role, person.roleName && roleTexts(person.roleName, language)],
  ] as const
  return (
    <div className="eam-record-main">
      <section className="eam-panel">
        <Descriptions
          title={person.realName}
          column={{ xs: 1, md: 4 }}
          items={[
            ...facts.map(([field, value]) => ({ key: field.en, label: say(field), children: value || '—' })),
            { key: 'tenant', label: word('user.organisation'), children: person.tenantName },
          ]}
        />
        <Tabs
          items={[
            { key: 'info', label: word('people.infoTab'), children: <InfoForm key={person.user_id} person={person} /> },
            {
              key: 'password',
              label: word('people.passwordTab'),
              children: <PasswordForm onDone={() => notice.done(word('people.passwordDone'))} />,
            },
          ]}
        />
      </section>
      <div className="eam-panel">
        <h2>{say(factorState)}</h2>
        <FactorPanel />
      </div>
      <section className="eam-panel" aria-label={word('people.sessions')}>
        <h2>{word('people.sessions')}</h2>
        <SessionsTable />
      </section>
      <section className="eam-panel" aria-label={word('mail.tab')}>
        <h2>{word('mail.tab')}</h2>
        <MailPanel />
      </section>
    </div>
  )
}

function InfoForm({ person }: { readonly person: Person }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const [form] = Form.useForm<Record<string, string | null>>()
  const action = useAction(updateInfo)
  const [problem, setProblem] = useState<string>()
  const send = async (values: Record<string, string | null>): Promise<void> => {
    const wrong = phoneProblem(values.phone?.trim() ?? '')
    if (wrong) return form.setFields([{ name: 'phone', errors: [say(wrong)] }])
    setProblem(undefined)
    try {
      await action.mutateAsync({ body: values })
      await loadPerson()
      notice.done(word('form.updated'))
    } catch (thrown) {
      setProblem((thrown as Error).message)
    }
  }
  const first = {
    avatar: person.avatar === noAvatar ? '' : person.avatar,
    realName: person.realName,
    name: person.nickName,
    phone: person.phone,
    email: person.email,
  }
  return (
    <Form form={form} layout="vertical" className="eam-form" initialValues={first} onFinish={(values) => void send(values)}>
      {problem && <Alert type="error" showIcon role="alert" title={problem} />}
      <Form.Item name="avatar" label={word('avatar.label')}>
        <AvatarInput />
      </Form.Item>
      <FormFields fields={typed} />
      <Button type="primary" htmlType="submit" loading={action.isPending}>
        {word('common.save')}
      </Button>
    </Form>
  )
}
