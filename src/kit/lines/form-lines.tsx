import { PlusOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { type ReactNode, useId } from 'react'
import type { Entity, LineFacts } from '#contract/kit/entity/entity.ts'
import { lineWords, mostLines } from '#contract/kit/entity/lines.ts'
import type { Field, FieldMap, LinkField } from '#contract/kit/fields/field.ts'
import { inSentence } from '#contract/kit/words.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { useView } from '#src/data/view.ts'
import { pickRows } from '#src/kit/dialog/ask.ts'
import { Outcome } from '#src/kit/outcome.tsx'
import { useWords } from '#src/words/words.ts'
import { type LineValues, newLine, openFields } from './line-draft.ts'
import { totalsOfLines } from './line-sums.tsx'
import { LinesPicker } from './lines-picker.tsx'
import { LinesTable } from './lines-table.tsx'
import type { FormLines } from './use-form-lines.ts'

/** The link field of lines that have no other field; undefined for other lines. */
const onlyLink = (fields: FieldMap): [string, LinkField] | undefined => {
  const [first, ...others] = openFields(fields)
  return first?.[1].kind === 'link' && others.length === 0 ? [first[2], first[1]] : undefined
}

/**
 * A line for a picked row: its id and title, texts and prices of the same name, and the smallest allowed number (1 by default) in required integers.
 */
function lineOf(fields: FieldMap, link: string, target: Entity, row: Row): LineValues {
  const same = openFields(fields).flatMap(([wire, field, name]): [string, unknown][] => {
    if (name === link)
      return [
        [wire, row.id],
        [`${name}Name`, row[target.title] ?? null],
      ]
    if (field.kind === 'integer' && field.required) return [[wire, field.min ?? 1]]
    return (field.kind === 'text' || field.kind === 'money') && row[name] !== undefined ? [[wire, row[name]]] : []
  })
  return { ...newLine(fields), ...Object.fromEntries(same) }
}

/** A button that adds lines by picking the rows they link to. Renders nothing without the right to list those rows. */
export function PickLines({
  fields,
  onPick,
  disabled,
}: {
  readonly fields: FieldMap
  readonly onPick: (lines: readonly LineValues[]) => void
  readonly disabled?: boolean
}): ReactNode {
  const { word, say } = useWords()
  const rights = useSession((state) => state.person?.rights)
  const link = Object.entries(fields).find(
    (entry): entry is [string, Extract<Field, { kind: 'link' }>] => entry[1].kind === 'link' && !entry[1].readOnly,
  )
  if (!link || !rights?.includes(`${link[1].to}.list`)) return null
  const target = entityNamed(link[1].to)
  const pick = async (): Promise<void> => {
    const rows = await pickRows(target)
    if (rows.length > 0) onPick(rows.map((row) => lineOf(fields, link[0], target, row)))
  }
  return (
    <Button icon={<PlusOutlined />} disabled={disabled} onClick={() => void pick()}>
      {word('pick.title', { what: inSentence(say(link[1])) })}
    </Button>
  )
}

interface FormLinesProps {
  readonly header: Entity
  readonly part: FormLines
  /** Whether to focus the first input of the last line. */
  readonly autoFocus?: boolean
}

/** The fields that the form asks for of a line. */
const askedOf = ({ asks }: LineFacts, fields: FieldMap): FieldMap =>
  asks ? Object.fromEntries(asks.flatMap((name) => (fields[name] ? [[name, fields[name]]] : []))) : fields

/** The lines of one kind in the form of their header. */
export function FormLinesPart({ header, part, autoFocus }: FormLinesProps): ReactNode {
  const { say } = useWords()
  const id = useId()
  const { view, error, retry } = useView(part.of)
  const { line, of, lines, onChange, problems } = part
  const link = onlyLink(of.fields)
  const most = mostLines(line)
  const whole = problems[''] ?? (link ? Object.values(problems)[0] : undefined)
  const add = (more: readonly LineValues[]): void => onChange([...lines, ...more].slice(0, most))
  return (
    <Form.Item
      label={say(lineWords(line, of))}
      htmlFor={link ? id : undefined}
      required={line.required}
      extra={line.hint && say(line.hint)}
      validateStatus={whole ? 'error' : undefined}
      help={whole && <span role="alert">{whole}</span>}
    >
      {!view ? (
        <Outcome isLoading={!error} error={error} onRetry={() => void retry()} />
      ) : link ? (
        <LinesPicker id={id} name={link[0]} field={link[1]} lines={lines} onChange={onChange} />
      ) : (
        <LinesTable
          fields={askedOf(line, view.fields)}
          autoFocus={autoFocus}
          lines={lines}
          onChange={onChange}
          problems={problems}
          most={most}
          isOrdered={line.order !== undefined}
          totals={totalsOfLines(header, line)}
          more={<PickLines fields={askedOf(line, view.fields)} onPick={add} disabled={lines.length >= most} />}
        />
      )}
    </Form.Item>
  )
}
