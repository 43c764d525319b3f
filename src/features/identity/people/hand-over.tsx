import { Empty, Form, Modal, Table } from 'antd'
import type { ReactNode } from 'react'
import { transferList, transferOrder } from '#contract/calls/identity/user.ts'
import { type Row, useAction, useCall } from '#src/data/hooks.ts'
import { FormFields } from '#src/kit/form/form-fields.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

const fields = { to: transferOrder.input.to }

/** The open work of a person, and the colleague who takes it over. */
export function HandOver({ user, onClose }: { readonly user: Row; readonly onClose: () => void }): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const [form] = Form.useForm<{ toId: string }>()
  const waiting = useCall(transferList, { userId: user.id, size: 50 })
  const action = useAction(transferOrder)
  const send = async ({ toId }: { toId: string }): Promise<void> => {
    try {
      const handed = await action.mutateAsync({ body: { userId: user.id, toId } })
      notice.done(word('people.handDone', { count: Object.values(handed).reduce((sum, one) => sum + one, 0) }))
      onClose()
    } catch (thrown) {
      notice.failed(thrown)
    }
  }
  const total = waiting.data?.total ?? 0
  return (
    <Modal
      open
      width={640}
      title={word('people.handTitle', { who: String(user.realName) })}
      onCancel={onClose}
      onOk={form.submit}
      okText={say(transferOrder)}
      okButtonProps={{ disabled: total === 0, loading: action.isPending }}
      destroyOnHidden
    >
      {waiting.data ? (
        <Table<Row>
          rowKey="id"
          size="small"
          pagination={false}
          scroll={{ y: 260 }}
          dataSource={[...waiting.data.records]}
          locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={word('people.handNone')} /> }}
          columns={[
            { key: 'kind', dataIndex: 'kindValue', width: 130 },
            { key: 'title', dataIndex: 'title', render: (title: string | null) => title ?? '—' },
            { key: 'state', dataIndex: 'stateValue', width: 120 },
          ]}
          footer={total > 50 ? () => word('list.total', { count: total }) : undefined}
          showHeader={false}
        />
      ) : (
        <Outcome isLoading={waiting.isPending} error={waiting.error} onRetry={() => void waiting.refetch()} />
      )}
      <Form form={form} layout="vertical" className="eam-form" hidden={total === 0} onFinish={(values) => void send(values)}>
        <FormFields fields={fields} />
      </Form>
    </Modal>
  )
}
