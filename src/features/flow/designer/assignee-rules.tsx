import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, InputNumber, Select } from 'antd'
import type { ReactNode } from 'react'
import { type AssigneeRule, assigneeRules } from '#contract/entities/flow/tree.ts'
import { type DeptRole, deptRoles } from '#contract/kit/entity/approval.ts'
import { entityNamed } from '#contract/registry.ts'
import { ManyPicker } from '#src/kit/widgets/desk/many-picker.tsx'
import { useWords } from '#src/words/words.ts'
import { inPlaceOf, keyOf } from '../tree/stable-keys.ts'
import { useDrawing } from './drawing-store.ts'

interface Props {
  readonly who: readonly AssigneeRule[]
  readonly onChange: (who: readonly AssigneeRule[]) => void
  /** The people are asked one after another. */
  readonly inOrder?: boolean
}

const freshRule = (by: AssigneeRule['by'], of: DeptRole): AssigneeRule =>
  by === 'head' ? { by, of } : by === 'user' || by === 'role' || by === 'post' ? { by, ids: [] } : { by }

/** Whom a node asks: rules one below the other, which add up. */
export function AssigneeRules({ who, onChange, inOrder }: Props): ReactNode {
  const { word, say } = useWords()
  const depts = useDrawing((drawing) => drawing.approval?.depts) ?? (Object.keys(deptRoles) as DeptRole[])
  const put = (index: number, rule: AssigneeRule): void => onChange(who.map((one, at) => (at === index ? inPlaceOf(one, rule) : one)))
  // Where adding the document starts the approval no people are named.
  const isChosen = useDrawing((drawing) => drawing.approval?.steps.begin !== undefined)
  const offered = Object.entries(assigneeRules).filter(([by]) => by !== 'chosen' || isChosen || who.some((rule) => rule.by === by))
  const kinds = offered.map(([value, words]) => ({ value: value as AssigneeRule['by'], label: say(words) }))
  return (
    <fieldset className="eam-flow-rules">
      <legend>{word('flow.who')}</legend>
      {who.map((rule, index) => (
        <div key={keyOf(rule)} className="eam-flow-rule">
          <div className="eam-flow-row">
            <Select
              aria-label={`${word('flow.rule')} ${index + 1}`}
              value={rule.by}
              options={kinds}
              onChange={(by) => put(index, freshRule(by, depts[0] ?? 'applicant'))}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={word('flow.removeRule')}
              title={word('flow.removeRule')}
              onClick={() => onChange(who.filter((_, at) => at !== index))}
            />
          </div>
          {'ids' in rule && (
            <ManyPicker
              of={entityNamed(rule.by)}
              inOrder={inOrder && rule.by === 'user'}
              value={rule.ids}
              onChange={(ids) => put(index, { ...rule, ids })}
            />
          )}
          {rule.by === 'head' && (
            <div className="eam-flow-row">
              <Select
                aria-label={word('flow.ofDept')}
                value={rule.of}
                options={depts.map((value) => ({ value, label: say(deptRoles[value]) }))}
                onChange={(of) => put(index, { ...rule, of })}
              />
              <InputNumber
                aria-label={word('flow.levels')}
                title={word('flow.levelsUnit')}
                min={0}
                max={20}
                precision={0}
                prefix="↑"
                value={rule.levels ?? 0}
                onChange={(levels) => put(index, { by: 'head', of: rule.of, ...(levels ? { levels } : {}) })}
              />
            </div>
          )}
        </div>
      ))}
      <Button
        block
        type="dashed"
        icon={<PlusOutlined />}
        disabled={who.length >= 20}
        onClick={() => onChange([...who, { by: 'role', ids: [] }])}
      >
        {word('flow.addRule')}
      </Button>
    </fieldset>
  )
}
