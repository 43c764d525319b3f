import { Alert, App, Button, Descriptions, Form, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { addHospital, hospitalSetting, hospitals } from '#contract/calls/settings/hospital.ts'
import { packageOf, setPackage } from '#contract/calls/settings/menu.ts'
import { tenantPackage } from '#contract/entities/settings/tenant-package.ts'
import { platformTenant } from '#contract/roles.ts'
import { type Row, useAction, useCall } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { DutyDrawer } from '#src/features/identity/public/duty-drawer.tsx'
import { ShownOnce } from '#src/features/identity/public/shown-once.tsx'
import { CallDialog } from '#src/kit/form/call-dialog.tsx'
import { FormFields } from '#src/kit/form/form-fields.tsx'
import { useTypedSearch } from '#src/kit/list/search/use-typed-search.ts'
import { TypedList, TypedToolbar, typedListSize } from '#src/kit/list/typed-list.tsx'
import { ToneTag } from '#src/kit/tone-tag.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { momentText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

/** The hospitals of the platform: make one with its administrator, change its name and settings, stop, open again. */
export function HospitalPage(): ReactNode {
  const { word, say, language } = useWords()
  const { modal } = App.useApp()
  const notice = useNotice()
  const search = useTypedSearch()
  const [asked, setAsked] = useState<'add' | Row>()
  const [packed, setPacked] = useState<Row>()
  const [parted, setParted] = useState<Row>()
  const found = useCall(hospitals, { current: search.current, size: typedListSize, keyword: search.keyword })
  const setting = useAction(hospitalSetting)
  const may = useRight(addHospital.may)
  const set = (row: Row, isStopped: 0 | 1): Promise<boolean> =>
    notice.tell(setting.mutateAsync({ body: { id: row.id, isStopped } }), word('form.updated'))
  const toggle = (row: Row): void => {
    if (row.isStopped === 1) void set(row, 0)
    else modal.confirm({ title: word('hospital.askStop'), okButtonProps: { danger: true }, onOk: () => set(row, 1) })
  }
  const close = (): void => setAsked(undefined)
  return (
    <section className="eam-panel">
      <TypedToolbar
        search={search}
        label={word('common.search')}
        add={may ? { label: word('hospital.add'), run: () => setAsked('add') } : undefined}
      />
      <TypedList<Row>
        search={search}
        found={found}
        rowKey="id"
        columns={[
          { key: 'name', title: say(addHospital.input.tenantName), dataIndex: 'tenantName' },
          { key: 'tenant', title: say(addHospital.input.newTenant), dataIndex: 'tenantId', width: 160 },
          {
            key: 'state',
            title: word('common.state'),
            width: 130,
            render: (_, row) => (
              <ToneTag tone={row.isStopped === 1 ? 'bad' : 'good'}>
                {word(row.isStopped === 1 ? 'hospital.stopped' : 'hospital.open')}
              </ToneTag>
            ),
          },
          { key: 'since', title: word('hospital.since'), width: 190, render: (_, row) => momentText(String(row.createTime), language) },
          {
            key: 'do',
            width: 390,
            render: (_, row) =>
              may && (
                <div className="eam-actions">
                  <Button size="small" onClick={() => setAsked(row)}>
                    {word('hospital.change')}
                  </Button>
                  {row.id !== platformTenant && (
                    <Button size="small" onClick={() => setPacked(row)}>
                      {say(tenantPackage)}
                    </Button>
                  )}
                  {row.id !== platformTenant && (
                    <Button size="small" onClick={() => setParted(row)}>
                      {word('duty.title')}
                    </Button>
                  )}
                  {row.id !== platformTenant && (
                    <Button size="small" danger={row.isStopped !== 1} onClick={() => toggle(row)}>
                      {word(row.isStopped === 1 ? 'hospital.start' : 'hospital.stop')}
                    </Button>
                  )}
                </div>
              ),
          },
        ]}
      />
      {asked === 'add' && <NewHospital onClose={close} />}
      {packed && <PackageDialog tenantId={packed.id} onClose={() => setPacked(undefined)} />}
      {parted && <DutyDrawer tenantId={parted.id} onClose={() => setParted(undefined)} />}
      {typeof asked === 'object' && (
        <CallDialog
          of={hospitalSetting}
          given={{ id: asked.id, isStopped: Number(asked.isStopped) }}
          start={{
            tenantName: asked.tenantName,
            sessionDays: asked.sessionDays,
            domain: asked.domain,
            takesRegistrations: asked.takesRegistrations,
            smsQuota: asked.smsQuota,
            linkman: asked.linkman,
            contactNumber: asked.contactNumber,
            address: asked.address,
          }}
          onClose={close}
        />
      )}
    </section>
  )
}

/** The package of a hospital as it is now, to be changed; none means everything. */
function PackageDialog({ tenantId, onClose }: { readonly tenantId: string; readonly onClose: () => void }): ReactNode {
  const held = useCall(packageOf, { tenantId }, true, 0)
  if (!held.data || !held.isFetchedAfterMount) return held.error ? <Alert type="error" title={held.error.message} /> : null
  const { packageId, packageName } = held.data
  return <CallDialog of={setPackage} given={{ tenantId }} start={{ packageId, packageName }} onClose={onClose} />
}

function NewHospital({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { word, say } = useWords()
  const [form] = Form.useForm<Record<string, string>>()
  const action = useAction(addHospital)
  const made = action.data
  const { newTenant, account } = addHospital.input
  return (
    <Modal
      open
      title={made ? word('hospital.made', { who: form.getFieldValue('tenantName') as string }) : say(addHospital)}
      onCancel={onClose}
      onOk={made ? onClose : form.submit}
      okText={made ? word('common.close') : word('common.save')}
      confirmLoading={action.isPending}
      cancelButtonProps={{ style: made ? { display: 'none' } : undefined }}
      mask={{ closable: false }}
      keyboard={false}
      width={640}
    >
      {made && (
        <>
          <p>{word('hospital.give')}</p>
          <Descriptions
            column={2}
            items={[
              { key: 'tenant', label: say(newTenant), children: made.tenantId },
              { key: 'account', label: say(account), children: made.account },
            ]}
          />
          {made.password && <ShownOnce password={made.password} />}
        </>
      )}
      <Form
        form={form}
        layout="vertical"
        className="eam-form"
        hidden={made !== undefined}
        initialValues={{ account: 'admin' }}
        onFinish={(values) => action.mutate({ body: values })}
      >
        <p className="eam-hint">{word('hospital.hint')}</p>
        {action.error && <Alert type="error" showIcon role="alert" title={action.error.message} />}
        <FormFields fields={addHospital.input} autoFocus />
      </Form>
    </Modal>
  )
}
