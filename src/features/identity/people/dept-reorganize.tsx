import { Alert, Button, Form, List, Modal } from 'antd'
import { type ReactNode, useState } from 'react'
import { deptPlan, deptReorganize } from '#contract/calls/identity/dept.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { type Row, useAction, useCall } from '#src/data/hooks.ts'
import { FormFields } from '#src/kit/form/form-fields.tsx'
import { Outcome } from '#src/kit/outcome.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { useWords } from '#src/words/words.ts'

const { kind: kindField, to: toField } = deptPlan.input

/** Merges, moves or closes a department; shows what hangs on it before anything is done. */
export function ReorganizeDept({ row }: { readonly row: Row }): ReactNode {
  const { word, say } = useWords()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{word('dept.reorganize')}</Button>
      {isOpen && <Dialog row={row} title={say(deptReorganize)} onClose={() => setOpen(false)} />}
    </>
  )
}

interface Props {
  readonly row: Row
  readonly title: string
  readonly onClose: () => void
}

function Dialog({ row, title, onClose }: Props): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const [form] = Form.useForm<{ kind: string; toId?: string }>()
  const action = useAction(deptReorganize)
  const kind = Form.useWatch('kind', form)
  const toId = Form.useWatch('toId', form)
  const isReady = kind === 'close' || kind === 'move' || (kind === 'merge' && toId !== undefined)
  const given = { deptId: row.id, kind, toId: kind === 'close' ? undefined : toId }
  const plan = useCall(deptPlan, given, isReady, 0)
  const send = async (): Promise<void> => {
    if (await notice.tell(action.mutateAsync({ body: given }), word('step.done', { step: say(deptReorganize) }))) onClose()
  }
  return (
    <Modal
      open
      title={`${title}：${String(row.deptName)}`}
      onCancel={onClose}
      onOk={() => void send()}
      confirmLoading={action.isPending}
      okButtonProps={{ disabled: !isReady || !plan.data || plan.data.obstacle !== null, danger: kind !== 'move' }}
      width={640}
    >
      <Form form={form} layout="vertical" className="eam-form" initialValues={{ kind: 'merge' }}>
        <FormFields fields={kind === 'close' ? { kind: kindField } : { kind: kindField, to: toField }} />
      </Form>
      {isReady &&
        (plan.data ? (
          <Plan plan={plan.data} />
        ) : (
          <Outcome isLoading={plan.isPending} error={plan.error} onRetry={() => void plan.refetch()} />
        ))}
    </Modal>
  )
}

function Plan({ plan }: { readonly plan: AnswerOf<typeof deptPlan> }): ReactNode {
  const { word } = useWords()
  const lines = [
    ...plan.parts.map(({ name, field, count }) => word('dept.part', { name, field, count })),
    ...(plan.below > 0 ? [word('dept.below', { count: plan.below })] : []),
  ]
  return (
    <>
      {plan.obstacle && <Alert type="error" showIcon title={plan.obstacle} />}
      <List
        size="small"
        header={word('dept.plan')}
        dataSource={lines}
        locale={{ emptyText: word('dept.nothing') }}
        renderItem={(line) => <List.Item>{line}</List.Item>}
      />
    </>
  )
}
