import { Form } from 'antd'
import type { ReactNode } from 'react'
import type { ItemsField } from '#contract/kit/fields/field.ts'
import { parse } from '#contract/kit/fields/parse.ts'
import { sayProblem } from '#contract/kit/fields/problem.ts'
import { plain } from '#src/kit/form/draft.ts'
import { PickLines } from '#src/kit/lines/form-lines.tsx'
import type { LineValues } from '#src/kit/lines/line-draft.ts'
import { LinesTable } from '#src/kit/lines/lines-table.tsx'
import { useWords } from '#src/words/words.ts'

interface Props {
  readonly field: ItemsField
  readonly value?: readonly LineValues[] | null
  readonly onChange?: (value: readonly LineValues[]) => void
  readonly disabled?: boolean
}

/** Lines of a small table, typed or picked from the list they link to. After a failed validation the cells show their problems. */
export function ItemsInput({ field, value, onChange, disabled }: Props): ReactNode {
  const { language } = useWords()
  const { status } = Form.Item.useStatus()
  const lines = value ?? []
  const found = status === 'error' ? parse({ lines: field }, { lines: plain(field, lines) }).problems : []
  const problems = Object.fromEntries(found.map((one) => [one.field.replace(/^lines\.?/, ''), sayProblem(one, language)]))
  return (
    <LinesTable
      fields={field.fields}
      lines={lines}
      onChange={(next) => onChange?.(next)}
      problems={problems}
      most={field.max}
      totals={field.totals}
      disabled={disabled}
      more={
        <PickLines
          fields={field.fields}
          disabled={disabled || lines.length >= field.max}
          onPick={(more) => onChange?.([...lines, ...more].slice(0, field.max))}
        />
      }
    />
  )
}
