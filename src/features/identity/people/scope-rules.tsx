import { Alert, Button, Form, Modal, Select, Table } from 'antd'
import { type ReactNode, useState } from 'react'
import { dataScope } from '#contract/entities/identity/data-scope.ts'
import { role as roleEntity } from '#contract/entities/identity/role.ts'
import { allowsScopeRule, kindsFor, type ScopeKind } from '#contract/kit/access/scope-kind.ts'
import { type Entity, rightOf } from '#contract/kit/entity/entity.ts'
import type { RowCondition } from '#contract/kit/fields/row-condition.ts'
import { entities } from '#contract/registry.ts'
import { type Row, useDetail, useList, useRemove, useSubmit } from '#src/data/hooks.ts'
import { useRight } from '#src/data/session.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useNotice } from '#src/kit/use-notice.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'
import { ConditionInput } from './condition-input.tsx'

const ruled = entities.filter(allowsScopeRule)

interface Props {
  readonly role: Row
  /** The person's own role is shown, and not changed. */
  readonly isOwn: boolean
}

/** Whose rows of each entity a role sees: the data scope of the role, or a rule of its own. */
export function ScopeRules({ role, isOwn }: Props): ReactNode {
  const { word, say } = useWords()
  const [asked, setAsked] = useState<Entity>()
  const mayChange = useRight(rightOf(dataScope, 'submit'))
  const found = useList(dataScope, { roleId: role.id, current: 1, size: 100 })
  if (!found.data) return <Outcome isLoading={!found.error} error={found.error} onRetry={() => void found.refetch()} />
  const ruleOf = (of: Entity): Row | undefined => found.data.records.find((row) => row.entity === of.name)
  const general = word('people.asRole', { scope: say(roleEntity.fields.reach.of[role.reach as 'all']) })
  return (
    <section aria-label={word('people.scopeRules')}>
      <h3>{word('people.scopeRules')}</h3>
      <p className="eam-hint">{word('people.scopeRulesHint')}</p>
      <Table<Entity>
        size="small"
        pagination={false}
        rowKey="name"
        dataSource={ruled}
        columns={[
          { title: say(dataScope.fields.entity), render: (_, of) => say(of) },
          { title: say(dataScope.fields.reach), render: (_, of) => String(ruleOf(of)?.reachValue ?? general) },
          {
            title: '',
            render: (_, of) =>
              mayChange &&
              !isOwn && (
                <Button type="link" onClick={() => setAsked(of)} aria-label={word('people.changeScope', { what: say(of) })}>
                  {word('people.change')}
                </Button>
              ),
          },
        ]}
      />
      {asked && <RuleDialog role={role} of={asked} rule={ruleOf(asked)} general={general} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

interface DialogProps {
  readonly role: Row
  readonly of: Entity
  readonly rule: Row | undefined
  readonly general: string
  readonly onClose: () => void
}

function RuleDialog({ rule, ...props }: DialogProps): ReactNode {
  const { word, say } = useWords()
  const whole = useDetail(dataScope, rule?.id)
  if (!rule || whole.data) return <RuleForm {...props} rule={whole.data} />
  return (
    <Modal open title={word('people.changeScope', { what: say(props.of) })} footer={null} onCancel={props.onClose}>
      <Outcome isLoading={!whole.error} error={whole.error} onRetry={() => void whole.refetch()} />
    </Modal>
  )
}

function RuleForm({ role, of, rule, general, onClose }: DialogProps): ReactNode {
  const { word, say } = useWords()
  const notice = useNotice()
  const submit = useSubmit(dataScope)
  const remove = useRemove(dataScope)
  const [reach, setReach] = useState<ScopeKind | ''>((rule?.reach as ScopeKind | undefined) ?? '')
  const [depts, setDepts] = useState<readonly string[]>((rule?.depts as string[] | null | undefined) ?? [])
  const [conditions, setConditions] = useState<readonly RowCondition[]>((rule?.conditions as RowCondition[] | null | undefined) ?? [])
  const words = dataScope.fields.reach.of
  const failed = submit.error ?? remove.error
  const work = (): Promise<unknown> => {
    if (reach === '') return rule ? remove.mutateAsync([rule.id]) : Promise.resolve()
    const said = { reach, ...(reach === 'chosen' ? { depts } : {}), ...(reach === 'custom' ? { conditions } : {}) }
    return submit.mutateAsync(rule ? { id: rule.id, version: rule.version, ...said } : { roleId: role.id, entity: of.name, ...said })
  }
  const send = async (): Promise<void> => {
    try {
      await work()
      notice.done(word('form.updated'))
      onClose()
    } catch {
      // The refusal is shown above the fields, and what was chosen stays.
    }
  }
  return (
    <Modal
      open
      title={word('people.changeScope', { what: say(of) })}
      onCancel={onClose}
      onOk={() => void send()}
      confirmLoading={submit.isPending || remove.isPending}
      okText={word('common.save')}
      cancelText={word('common.cancel')}
    >
      {failed && <Alert type="error" showIcon role="alert" title={failed.message} />}
      <Form layout="vertical">
        <Form.Item label={say(dataScope.fields.reach)} htmlFor="scope-reach">
          <Select<ScopeKind | ''>
            id="scope-reach"
            value={reach}
            options={[{ value: '', label: general }, ...kindsFor(of).map((kind) => ({ value: kind, label: say(words[kind]) }))]}
            onChange={setReach}
          />
        </Form.Item>
        {reach === 'chosen' && (
          <Form.Item label={say(dataScope.fields.depts)} required>
            <FieldInput
              field={dataScope.fields.depts}
              value={[...depts]}
              onChange={(next) => setDepts(Array.isArray(next) ? (next as string[]) : [])}
            />
          </Form.Item>
        )}
        {reach === 'custom' && <ConditionInput of={of} value={conditions} onChange={setConditions} />}
      </Form>
    </Modal>
  )
}
