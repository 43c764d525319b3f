import { Alert, Form } from 'antd'
import type { ReactNode } from 'react'
import { absenceWaiting } from '#contract/calls/flow/flow.ts'
import { flowAbsence } from '#contract/entities/flow/flow-comment.ts'
import { useCall } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useWords } from '#src/words/words.ts'

/** Absences with their deputies; the form says how many approvals wait for the person and asks whether they are handed over. */
export function AbsencePage(): ReactNode {
  const me = useSession((state) => state.person)
  const initial = me ? { userId: me.user_id, userName: me.realName } : undefined
  return <EntityPage of={flowAbsence} initial={initial} extra={() => <Waiting />} />
}

function Waiting(): ReactNode {
  const userId = Form.useWatch<string | undefined>('userId')
  return userId ? <WaitingOf key={userId} userId={userId} /> : null
}

function WaitingOf({ userId }: { readonly userId: string }): ReactNode {
  const { word } = useWords()
  const { data } = useCall(absenceWaiting, { userId })
  if (!data) return null
  const type = data.waiting > 0 ? 'warning' : 'info'
  return <Alert showIcon type={type} title={word('flow.absenceWaiting', { n: data.waiting })} description={word('flow.absenceHint')} />
}
