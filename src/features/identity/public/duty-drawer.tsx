import { Alert, App, Button, Drawer, Table } from 'antd'
import type { ReactNode } from 'react'
import { dutyList, dutyPrepare, dutySwitch } from '#contract/calls/identity/duty.ts'
import { user } from '#contract/entities/identity/user.ts'
import { duties } from '#contract/kit/access/duty.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { listed } from '#contract/kit/words.ts'
import { useAction, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { drawerSizes } from '#src/kit/form/sizes.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

type Shown = AnswerOf<typeof dutyList>

interface Props {
  /** Another tenant than one's own, for people of the platform. */
  readonly tenantId?: string
  readonly onClose: () => void
}

/** The three administrators of a hospital: who they are, what stands against keeping them apart, and doing so. */
export function DutyDrawer({ tenantId, onClose }: Props): ReactNode {
  const { word } = useWords()
  const given = tenantId === undefined ? {} : { ofTenant: tenantId }
  const found = useCall(dutyList, given, true, 0)
  return (
    <Drawer open onClose={onClose} size={drawerSizes.large} title={word('duty.title')} className="eam-duty" destroyOnHidden>
      {found.data ? (
        <Standing shown={found.data} given={given} again={() => found.refetch()} />
      ) : (
        <Outcome isLoading={!found.error} error={found.error} onRetry={() => void found.refetch()} />
      )}
    </Drawer>
  )
}

interface StandingProps {
  readonly shown: Shown
  readonly given: { readonly ofTenant?: string }
  readonly again: () => Promise<unknown>
}

function Standing({ shown, given, again }: StandingProps): ReactNode {
  const { word, language } = useWords()
  const isOn = shown.isOn === 1
  const since = shown.changedTime === null ? '' : momentText(shown.changedTime, language)
  return (
    <div className="eam-duty-parts">
      <Alert
        type={isOn ? 'success' : 'info'}
        showIcon
        title={isOn ? word('duty.on', { since, by: shown.changedByName ?? word('duty.platform') }) : word('duty.off')}
        description={word(isOn ? 'duty.onHint' : 'duty.offHint')}
      />
      <Duties shown={shown} />
      {!isOn && <Before shown={shown} />}
      <Acts shown={shown} given={given} again={again} />
    </div>
  )
}

/** The people of each duty. */
function Duties({ shown }: { readonly shown: Shown }): ReactNode {
  const { word, say, language } = useWords()
  type Row = Shown['duties'][number]
  return (
    <Table<Row>
      rowKey="duty"
      size="small"
      pagination={false}
      dataSource={[...shown.duties]}
      columns={[
        { key: 'duty', title: word('duty.duty'), render: (_, row) => <strong>{say(duties[row.duty])}</strong> },
        { key: 'does', title: word('duty.does'), render: (_, row) => word(`duty.does.${row.duty}`) },
        { key: 'roles', title: say(user.fields.role), render: (_, row) => listed([...row.roles], language) || '—' },
        {
          key: 'people',
          title: word('duty.people'),
          render: (_, row) =>
            row.people.length === 0 ? (
              <ToneTag tone="warn">{word('duty.unheld')}</ToneTag>
            ) : (
              row.people.map((one) => (
                <ToneTag key={one.id} tone={one.isActive ? undefined : 'plain'}>
                  {`${one.realName} (${one.account})`}
                </ToneTag>
              ))
            ),
        },
      ]}
    />
  )
}

/** What switching on would mean: who holds administrative rights today, and what roles would lose. */
function Before({ shown }: { readonly shown: Shown }): ReactNode {
  const { word, say, language } = useWords()
  return (
    <>
      <h3>{word('duty.holders')}</h3>
      <Table<Shown['holders'][number]>
        rowKey="id"
        size="small"
        pagination={{ pageSize: 10, hideOnSinglePage: true }}
        dataSource={[...shown.holders]}
        columns={[
          { key: 'who', title: say(user.fields.realName), render: (_, row) => `${row.realName} (${row.account})` },
          { key: 'roles', title: say(user.fields.role), render: (_, row) => listed([...row.roles], language) },
          {
            key: 'duties',
            title: word('duty.rights'),
            render: (_, row) =>
              row.duties.map((duty) => (
                <ToneTag key={duty} tone={row.duties.length > 1 ? 'warn' : undefined}>
                  {say(duties[duty])}
                </ToneTag>
              )),
          },
        ]}
      />
      {shown.losses.length > 0 && <h3>{word('duty.losses')}</h3>}
      {shown.losses.length > 0 && (
        <Table<Shown['losses'][number]>
          rowKey="roleId"
          size="small"
          pagination={{ pageSize: 10, hideOnSinglePage: true }}
          dataSource={[...shown.losses]}
          columns={[
            { key: 'role', title: say(user.fields.role), dataIndex: 'roleName', width: 180 },
            { key: 'rights', title: word('duty.lost'), render: (_, row) => listed([...row.rights], language) },
          ]}
        />
      )}
      {shown.faults.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={word('duty.faults')}
          description={
            <ul>
              {shown.faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          }
        />
      )}
    </>
  )
}

function Acts({ shown, given, again }: StandingProps): ReactNode {
  const { word } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const may = useRight(dutySwitch.may)
  const prepare = useAction(dutyPrepare)
  const switching = useAction(dutySwitch)
  const isOn = shown.isOn === 1
  const lacksRole = shown.duties.some(({ roles }) => roles.length === 0)
  const done = async (work: Promise<unknown>, said: string): Promise<void> => {
    await notice.tell(work, said)
    await again()
  }
  const ask = (): void =>
    void modal.confirm({
      title: word(isOn ? 'duty.askOff' : 'duty.askOn'),
      content: word(isOn ? 'duty.askOffHint' : 'duty.askOnHint'),
      okButtonProps: { danger: true },
      onOk: () => done(switching.mutateAsync({ body: { ...given, isOn: isOn ? 0 : 1 } }), word(isOn ? 'duty.isOff' : 'duty.isOn')),
    })
  if (!may || (isOn && given.ofTenant === undefined)) return null
  return (
    <div className="eam-actions">
      {!isOn && lacksRole && (
        <Button
          type="primary"
          loading={prepare.isPending}
          onClick={() => void done(prepare.mutateAsync({ body: given }), word('duty.prepared'))}
        >
          {word('duty.prepare')}
        </Button>
      )}
      <Button
        danger={isOn}
        type={isOn || lacksRole ? 'default' : 'primary'}
        disabled={!isOn && shown.faults.length > 0}
        title={!isOn && shown.faults.length > 0 ? word('duty.faults') : undefined}
        onClick={ask}
      >
        {word(isOn ? 'duty.turnOff' : 'duty.turnOn')}
      </Button>
    </div>
  )
}
