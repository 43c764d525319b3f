import { Button, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { type Comparison, comparisons, comparisonsOf, mostConditions, type RowCondition } from '#contract/kit/fields/row-condition.ts'
import { flagWords } from '#contract/kit/words.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly of: Entity
  readonly value: readonly RowCondition[]
  readonly onChange: (value: readonly RowCondition[]) => void
}

/** The conditions of a data scope: field, comparison and values, all of which have to hold. */
export function ConditionInput({ of, value, onChange }: Props): ReactNode {
  const { word, say } = useWords()
  const named = Object.entries(of.fields).filter(([, field]) => comparisonsOf(field).length > 0)
  const put = (at: number, next: RowCondition): void => onChange(value.map((one, index) => (index === at ? next : one)))
  // Conditions have no identity of their own: each keeps the key it got when it came.
  const [keys, setKeys] = useState<readonly number[]>(() => value.map((_, at) => at))
  const add = (): void => {
    const [name, field] = named[0]!
    setKeys([...keys, Math.max(-1, ...keys) + 1])
    onChange([...value, { field: name, is: comparisonsOf(field)[0]!, values: [] }])
  }
  const drop = (at: number): void => {
    setKeys(keys.filter((_, index) => index !== at))
    onChange(value.filter((_, index) => index !== at))
  }
  return (
    <div className="eam-fields">
      {value.map((one, at) => {
        const field = of.fields[one.field]!
        return (
          <fieldset key={`${keys[at]} ${one.field}`} className="eam-fieldset eam-wide">
            <legend>{word('people.condition', { number: at + 1 })}</legend>
            <Select
              value={one.field}
              aria-label={word('people.conditionField')}
              options={named.map(([name, named]) => ({ value: name, label: say(named) }))}
              onChange={(name) => put(at, { field: name, is: comparisonsOf(of.fields[name]!)[0]!, values: [] })}
              style={{ width: '100%' }}
            />
            <Select<Comparison>
              value={one.is}
              aria-label={word('people.conditionIs')}
              options={comparisonsOf(field).map((is) => ({ value: is, label: say(comparisons[is]) }))}
              onChange={(is) => put(at, { ...one, is, values: [] })}
              style={{ width: '100%' }}
            />
            {one.is !== 'mine' && <Values field={field} value={one.values} onChange={(values) => put(at, { ...one, values })} />}
            <Button danger onClick={() => drop(at)}>
              {word('people.dropCondition')}
            </Button>
          </fieldset>
        )
      })}
      <Button onClick={add} disabled={value.length >= mostConditions}>
        {word('people.addCondition')}
      </Button>
    </div>
  )
}

interface ValuesProps {
  readonly field: Field
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

/** Several words or rows, or one figure or day. */
function Values({ field, value, onChange }: ValuesProps): ReactNode {
  const { zh, en } = field
  const many = (next: unknown): void => onChange(Array.isArray(next) ? next.map(String) : [])
  if (field.kind === 'choice') return <FieldInput field={{ kind: 'choices', zh, en, of: field.of }} value={[...value]} onChange={many} />
  if (field.kind === 'link')
    return <FieldInput field={{ kind: 'ids', zh, en, to: field.to, past: true }} value={[...value]} onChange={many} />
  if (field.kind === 'flag') return <FieldInput field={{ kind: 'choices', zh, en, of: flagWords }} value={[...value]} onChange={many} />
  const one = (next: unknown): void => onChange(next === null || next === undefined || next === '' ? [] : [String(next)])
  return <FieldInput field={{ ...field, required: true } as Field} value={value[0]} onChange={one} />
}
