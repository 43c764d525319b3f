import { Descriptions } from 'antd'
import type { ReactNode } from 'react'
import { user } from '#contract/entities/platform/user.ts'
import { useSession } from '#src/data/session.ts'
import { useWords } from '#src/words/words.ts'

const { account, realName, nickName, phone, email, dept, role } = user.fields

/** Who is signed in. */
export function PersonPage(): ReactNode {
  const { say, word } = useWords()
  const person = useSession((state) => state.person)
  if (!person) return null
  const facts = [
    [realName, person.realName],
    [account, person.account],
    [nickName, person.nickName],
    [phone, person.phone],
    [email, person.email],
    [dept, person.deptName],
    [role, person.roleName],
  ] as const
  return (
    <section className="eam-panel">
      <Descriptions
        title={word('user.info')}
        column={{ xs: 1, md: 2 }}
        items={[
          ...facts.map(([field, value]) => ({ key: field.en, label: say(field), children: value || '—' })),
          { key: 'tenant', label: word('user.organisation'), children: person.tenantName },
        ]}
      />
    </section>
  )
}
