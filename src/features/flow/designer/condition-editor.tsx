import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import type { ReactNode } from 'react'
import { comparisonsOf } from '#contract/entities/flow/can-hold.ts'
import { type Comparison, type Condition, type ConditionBranch, comparisons } from '#contract/entities/flow/tree.ts'
import type { Field, FieldMap } from '#contract/kit/fields/field.ts'
import { useWords } from '#src/words/words.ts'
import { inPlaceOf, keyOf } from '../tree/stable-keys.ts'
import { ConditionValue } from './condition-value.tsx'
import { useDrawing } from './drawing-store.ts'

type When = ConditionBranch['when']

interface Props {
  readonly when: When
  readonly onChange: (when: When) => void
}

const isMany = (is: Comparison): boolean => is === 'in' || is === 'notIn'
const emptyValue = (field: Field, is: Comparison): unknown => (isMany(is) ? [] : field.kind === 'flag' ? 1 : '')

/** A condition about a fact, with the comparison that it usually has. */
function freshCondition(fact: string, field: Field): Condition {
  const offered = comparisonsOf(field)
  const is = offered.includes('gt') ? 'gt' : offered[0]!
  return { fact, is, value: emptyValue(field, is) }
}

/** The conditions of a branch: groups of which one must hold, each of conditions that all must hold. */
export function ConditionEditor({ when, onChange }: Props): ReactNode {
  const { word, say } = useWords()
  const approval = useDrawing((drawing) => drawing.approval)
  const facts: FieldMap = approval?.facts ?? {}
  const [first] = Object.entries(facts)
  if (!approval || !first) return <p className="eam-hint">{word('flow.noFacts', { kind: approval ? say(approval) : '' })}</p>
  const fresh = freshCondition(...first)
  const putGroup = (index: number, group: readonly Condition[]): void =>
    onChange(when.map((one, at) => (at === index ? inPlaceOf(one, group) : one)).filter((one) => one.length > 0))
  return (
    <fieldset className="eam-flow-rules">
      <legend>{word('flow.conditions')}</legend>
      {when.map((group, index) => (
        <div key={keyOf(group)} className="eam-flow-rule">
          {when.length > 1 && <strong>{word('flow.group', { n: index + 1 })}</strong>}
          {group.map((condition, place) => (
            <ConditionRow
              key={keyOf(condition)}
              condition={condition}
              facts={facts}
              onChange={(next) =>
                putGroup(
                  index,
                  group.flatMap((one, at) => (at !== place ? one : next ? inPlaceOf(one, next) : [])),
                )
              }
            />
          ))}
          <Button
            type="link"
            icon={<PlusOutlined />}
            disabled={group.length >= 20}
            onClick={() => putGroup(index, [...group, { ...fresh }])}
          >
            {word('flow.addAnd')}
          </Button>
        </div>
      ))}
      <Button block type="dashed" icon={<PlusOutlined />} disabled={when.length >= 20} onClick={() => onChange([...when, [{ ...fresh }]])}>
        {word(when.length === 0 ? 'flow.addCondition' : 'flow.addOr')}
      </Button>
    </fieldset>
  )
}

interface RowProps {
  readonly condition: Condition
  readonly facts: FieldMap
  readonly onChange: (condition: Condition | undefined) => void
}

function ConditionRow({ condition, facts, onChange }: RowProps): ReactNode {
  const { word, say } = useWords()
  const field = Object.hasOwn(facts, condition.fact) ? facts[condition.fact] : undefined
  const compare = (is: Comparison): void => {
    if (field) onChange({ ...condition, is, value: isMany(is) === isMany(condition.is) ? condition.value : emptyValue(field, is) })
  }
  return (
    <div className="eam-flow-condition-row">
      <div className="eam-flow-row">
        <Select
          aria-label={word('flow.fact')}
          value={condition.fact}
          options={Object.entries(facts).map(([value, fact]) => ({ value, label: say(fact) }))}
          onChange={(fact) => onChange(freshCondition(fact, facts[fact]!))}
        />
        <Select
          aria-label={word('flow.compared')}
          value={condition.is}
          options={(field ? comparisonsOf(field) : [condition.is]).map((value) => ({ value, label: say(comparisons[value]) }))}
          onChange={compare}
        />
        <Button
          type="text"
          icon={<DeleteOutlined />}
          aria-label={word('flow.removeCondition')}
          title={word('flow.removeCondition')}
          onClick={() => onChange(undefined)}
        />
      </div>
      {field && <ConditionValue field={field} value={condition.value} onChange={(value) => onChange({ ...condition, value })} />}
    </div>
  )
}
