import { Form, Select, Space } from 'antd'
import type { ReactNode } from 'react'
import { type CountField, usualUnit } from '#contract/kit/fields/field.ts'
import { parse } from '#contract/kit/fields/parse.ts'
import { sayProblem } from '#contract/kit/fields/problem.ts'
import { FieldInput } from '#src/kit/widgets/desk/field-input.tsx'
import { useWords } from '#src/words/words.ts'

interface InputProps {
  readonly id?: string
  readonly field: CountField
  readonly value?: unknown
  readonly onChange?: (value: unknown) => void
}

/** A number that names its unit as soon as it is typed, so that what is shown is what is sent. */
function CountInput({ field, onChange, ...more }: InputProps): ReactNode {
  const form = Form.useFormInstance()
  const type = (next: unknown): void => {
    const { unit } = field
    if (next !== null && !form.getFieldValue(unit.field)) form.setFieldValue(unit.field, usualUnit(unit))
    onChange?.(next)
  }
  return <FieldInput {...more} field={field} onChange={type} />
}

interface Props {
  readonly name: string
  readonly field: CountField
}

/** A number with its unit beside it, checked together. Must be inside a Form. */
export function CountedItem({ name, field }: Props): ReactNode {
  const { language, say } = useWords()
  const { unit } = field
  return (
    <Form.Item label={say(field)} htmlFor={name} required={field.required}>
      <Space.Compact block>
        <Form.Item
          noStyle
          name={name}
          dependencies={[unit.field]}
          validateTrigger="onBlur"
          rules={[
            ({ getFieldValue }) => ({
              validator: (_rule, value: unknown) => {
                const said = { [name]: value ?? null, [unit.field]: (getFieldValue(unit.field) as string | undefined) ?? null }
                const of = { [name]: field, [unit.field]: { kind: 'choice', zh: field.zh, en: field.en, of: unit.of } as const }
                const [problem] = parse(of, said).problems
                return problem ? Promise.reject(new Error(sayProblem(problem, language))) : Promise.resolve()
              },
            }),
          ]}
        >
          <CountInput field={field} />
        </Form.Item>
        <Form.Item noStyle name={unit.field}>
          <Select
            aria-label={say({ zh: `${field.zh}单位`, en: `${field.en}: unit` })}
            placeholder={say(unit.of[usualUnit(unit)]!)}
            options={Object.entries(unit.of).map(([value, words]) => ({ value, label: say(words) }))}
            style={{ width: 96, flex: 'none' }}
          />
        </Form.Item>
      </Space.Compact>
    </Form.Item>
  )
}
