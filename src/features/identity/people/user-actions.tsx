import { App, Button, Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { grantUsers, resetPassword, transferOrder, unlockUsers, updateStatus } from '#contract/calls/identity/user.ts'
import { user } from '#contract/entities/identity/user.ts'
import { listed } from '#contract/kit/words.ts'
import { type Row, useAction, useDetail } from '#src/data/hooks.ts'
import { useRight, useSession } from '#src/data/session.ts'
import { FormFields } from '#src/kit/form/form-fields.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'
import { ReleaseIdentities, ResetFactor } from '../sign-in/factor-acts.tsx'
import { FirstPassword } from '../sign-in/first-password.tsx'
import { HandOver } from './hand-over.tsx'
import { UserPlatform } from './user-platform.tsx'

const isLocked = (row: Row): boolean => typeof row.lockedUntil === 'string' && Date.parse(row.lockedUntil) > Date.now()

/** Gives chosen people these roles and no others; the first one is the main role. */
export function GrantDialog({ users, onClose }: { readonly users: readonly Row[]; readonly onClose: () => void }): ReactNode {
  const { word, say, language } = useWords()
  const notice = useNotice()
  const [form] = Form.useForm<{ roleIds: string[] }>()
  const action = useAction(grantUsers)
  // What is sent replaces all roles, so that those of one person are read first.
  const held = useDetail(user, users.length === 1 ? users[0]!.id : undefined)
  const start = held.data ? [held.data.roleId, ...((held.data.moreRoles as string[] | null) ?? [])] : []
  const send = async ({ roleIds }: { roleIds: string[] }): Promise<void> => {
    const body = { userIds: users.map((row) => row.id), roleIds }
    if (await notice.tell(action.mutateAsync({ body }), word('step.done', { step: say(grantUsers) }))) onClose()
  }
  return (
    <Modal open title={say(grantUsers)} onCancel={onClose} onOk={form.submit} confirmLoading={action.isPending} destroyOnHidden>
      <p>
        {listed(
          users.map((row) => String(row.realName)),
          language,
        )}
      </p>
      {users.length > 1 || held.data ? (
        <Form
          form={form}
          layout="vertical"
          className="eam-form"
          initialValues={{ roleIds: start }}
          onFinish={(values) => void send(values)}
        >
          <FormFields fields={{ roleIds: grantUsers.input.roleIds }} />
        </Form>
      ) : (
        <Outcome isLoading={!held.error} error={held.error} onRetry={() => void held.refetch()} />
      )}
    </Modal>
  )
}

/** Stops or activates people; stopping asks first. */
function useStatus(): (rows: readonly Row[], status: 'active' | 'stopped') => void {
  const { word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const action = useAction(updateStatus)
  const run = (rows: readonly Row[], status: string): Promise<boolean> =>
    notice.tell(action.mutateAsync({ body: { userIds: rows.map((row) => row.id), status } }), word('form.updated'))
  return (rows, status) => {
    if (status === 'active') return void run(rows, status)
    modal.confirm({
      title:
        rows.length === 1 ? word('people.askStop', { who: String(rows[0]!.realName) }) : word('people.askStopMany', { count: rows.length }),
      okButtonProps: { danger: true },
      onOk: () => run(rows, status),
    })
  }
}

/** What an administrator does with one person; nothing to oneself. */
export function UserActions({ row }: { readonly row: Row }): ReactNode {
  const { word } = useWords()
  const notice = useNotice()
  const [asked, setAsked] = useState<'role' | 'reset' | 'hand'>()
  const me = useSession((state) => state.person?.user_id)
  const may = {
    grant: useRight(grantUsers.may),
    reset: useRight(resetPassword.may),
    unlock: useRight(unlockUsers.may),
    status: useRight(updateStatus.may),
    transfer: useRight(transferOrder.may),
  }
  const setStatus = useStatus()
  const unlock = useAction(unlockUsers)
  if (row.id === me) return null
  const close = (): void => setAsked(undefined)
  const isActive = row.status === 'active'
  return (
    <>
      {may.unlock && isLocked(row) && (
        <Button type="primary" onClick={() => void notice.tell(unlock.mutateAsync({ body: { userIds: [row.id] } }), word('form.updated'))}>
          {word('people.unlock')}
        </Button>
      )}
      {may.grant && <Button onClick={() => setAsked('role')}>{word('people.role')}</Button>}
      {may.reset && <Button onClick={() => setAsked('reset')}>{word('people.reset')}</Button>}
      <ResetFactor row={row} />
      <UserPlatform row={row} />
      <ReleaseIdentities row={row} />
      {may.transfer && <Button onClick={() => setAsked('hand')}>{word('people.handOver')}</Button>}
      {may.status && (
        <Button danger={isActive} onClick={() => setStatus([row], isActive ? 'stopped' : 'active')}>
          {word(isActive ? 'people.stop' : 'people.start')}
        </Button>
      )}
      {asked === 'role' && <GrantDialog users={[row]} onClose={close} />}
      {asked === 'reset' && <FirstPassword userId={row.id} name={String(row.realName)} isNew={false} onClose={close} />}
      {asked === 'hand' && <HandOver user={row} onClose={close} />}
    </>
  )
}

/** What an administrator does with the chosen people. */
export function ManyUsers({ selected }: { readonly selected: readonly Row[] }): ReactNode {
  const { word } = useWords()
  const [isGranting, setGranting] = useState(false)
  const mayGrant = useRight(grantUsers.may)
  const mayStop = useRight(updateStatus.may)
  const setStatus = useStatus()
  if (selected.length === 0) return null
  return (
    <>
      {mayGrant && <Button onClick={() => setGranting(true)}>{word('people.role')}</Button>}
      {mayStop && <Button onClick={() => setStatus(selected, 'stopped')}>{word('people.stop')}</Button>}
      {isGranting && <GrantDialog users={selected} onClose={() => setGranting(false)} />}
    </>
  )
}
