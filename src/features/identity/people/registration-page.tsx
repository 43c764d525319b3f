import { App, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { approveRegistration, refuseRegistration } from '#contract/calls/identity/registration.ts'
import { registration } from '#contract/entities/identity/registration.ts'
import { type Row, useAction } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { EntityPage } from '#src/kit/list/entity-page.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

/** Who asks for an account here: approved with a role and a department, or refused. */
export const RegistrationPage = (): ReactNode => <EntityPage of={registration} rowActions={(row) => <Decision row={row} />} />

function Decision({ row }: { readonly row: Row }): ReactNode {
  const { word, say } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const [isAsked, setAsked] = useState(false)
  const refuse = useAction(refuseRegistration)
  const may = useRight(approveRegistration.may)
  if (!may || row.state !== 'waiting') return null
  const given = { registrationId: row.id }
  const ask = (): void => {
    const onOk = (): Promise<boolean> =>
      notice.tell(refuse.mutateAsync({ body: given }), word('step.done', { step: say(refuseRegistration) }))
    modal.confirm({ title: word('registration.askRefuse', { who: String(row.account) }), okButtonProps: { danger: true }, onOk })
  }
  return (
    <>
      <Button type="primary" size="small" onClick={() => setAsked(true)}>
        {word('registration.approve')}
      </Button>
      <Button size="small" danger onClick={ask}>
        {word('registration.refuse')}
      </Button>
      {isAsked && <CallDialog of={approveRegistration} given={given} onClose={() => setAsked(false)} />}
    </>
  )
}
