import { type ReactNode, useState } from 'react'
import { resetPassword, updateActive, userSessions } from '#contract/calls/identity/user.ts'
import { user } from '#contract/entities/identity/user.ts'
import { type Saved, useDetail } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'
import { FirstPassword } from '../sign-in/first-password.tsx'
import { SessionsTable } from '../sign-in/sessions-table.tsx'
import { useSignInRules } from '../sign-in/sign-in-rules.tsx'
import { ManyUsers, UserActions } from './user-actions.tsx'
import { UserActive } from './user-active.tsx'

/** The people of a hospital; a new person gets a first password next. */
export function UserPage(): ReactNode {
  const [added, setAdded] = useState<Saved>()
  const { word, say } = useWords()
  const rules = useSignInRules()
  const mayReset = useRight(resetPassword.may)
  const seesSessions = useRight(userSessions.may)
  return (
    <>
      <EntityPage
        of={user}
        extraColumns={() => [
          { key: 'active', title: say(updateActive.input.isActive), width: 80, render: (_, row) => <UserActive row={row} /> },
        ]}
        rowActions={(row) => <UserActions row={row} />}
        listMore={rules.acts}
        listActions={(selected) => <ManyUsers selected={selected} />}
        onSaved={(saved) => mayReset && saved.version === 1 && setAdded(saved)}
        more={(row) =>
          seesSessions && (
            <section className="eam-history" aria-label={word('people.sessions')}>
              <h2>{word('people.sessions')}</h2>
              <SessionsTable userId={row.id} />
            </section>
          )
        }
      />
      {rules.dialog}
      {added && <Added id={added.id} onClose={() => setAdded(undefined)} />}
    </>
  )
}

function Added({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactNode {
  const { data } = useDetail(user, id)
  return data && <FirstPassword userId={id} name={String(data.realName)} isNew onClose={onClose} />
}
