import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { dutyList } from '#contract/calls/identity/duty.ts'
import { copyRole, grantRoles } from '#contract/calls/identity/role.ts'
import { role } from '#contract/entities/identity/role.ts'
import type { Row } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'
import { DutyDrawer } from '../public/duty-drawer.tsx'
import { RightsDrawer } from './rights-drawer.tsx'

/** The roles of a hospital: what each may do, and over which departments. */
export function RolePage(): ReactNode {
  const { word } = useWords()
  const [isAsked, setAsked] = useState(false)
  const maySee = useRight(dutyList.may)
  return (
    <>
      <EntityPage
        of={role}
        rowActions={(row) => <RoleActions row={row} />}
        {...(maySee ? { listMore: [{ key: 'duty', label: word('duty.title'), onClick: () => setAsked(true) }] } : {})}
      />
      {isAsked && <DutyDrawer onClose={() => setAsked(false)} />}
    </>
  )
}

function RoleActions({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const [asked, setAsked] = useState<'rights' | 'copy'>()
  const maySee = useRight(grantRoles.may)
  const mayCopy = useRight(copyRole.may)
  return (
    <>
      {maySee && <Button onClick={() => setAsked('rights')}>{word('people.rights')}</Button>}
      {mayCopy && <Button onClick={() => setAsked('copy')}>{word('people.copyRole')}</Button>}
      {asked === 'rights' && <RightsDrawer role={row} onClose={() => setAsked(undefined)} />}
      {asked === 'copy' && <CallDialog of={copyRole} given={{ roleId: row.id }} onClose={() => setAsked(undefined)} />}
    </>
  )
}
