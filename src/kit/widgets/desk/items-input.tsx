import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Tag } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import type { Field, ItemsField } from '#contract/kit/field.ts'
import { wireName } from '#contract/kit/shape.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Row } from '#src/data/hooks.ts'
import { useSession } from '#src/data/session.ts'
import { RowPicker } from '#src/kit/list/row-picker.tsx'
import { useWords } from '#src/words/words.ts'
import { FieldInput } from './field-input.tsx'

type Item = Readonly<Record<string, unknown>>

interface Props {
  readonly field: ItemsField
  readonly value?: readonly Item[] | null
  readonly onChange?: (value: readonly Item[]) => void
  readonly disabled?: boolean
}

/** A line that names a picked row: its id, the texts and prices that both have, and a count of one. */
function lineOf(field: ItemsField, link: string, row: Row): Item {
  const line: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(field.fields)) {
    if (name === link) line[wireName(name, inner)] = row.id
    else if (inner.kind === 'integer') line[name] = inner.min ?? 1
    else if (inner.kind === 'text' || inner.kind === 'money') line[name] = row[name] ?? null
  }
  return line
}

/** Lines of a small table, typed or picked from the list of what they link to. */
export function ItemsInput({ field, value, onChange, disabled }: Props): ReactNode {
  const { word, say } = useWords()
  const rights = useSession((state) => state.person?.rights)
  const [isPicking, setPicking] = useState(false)
  const place = useId()
  const lines = value ?? []
  const fields = Object.entries(field.fields)
  const link = fields.find((entry): entry is [string, Extract<Field, { kind: 'link' }>] => entry[1].kind === 'link')
  const mayPick = link && rights?.includes(`${link[1].to}.list`)
  const isFull = lines.length >= field.max
  const put = (index: number, name: string, next: unknown): void =>
    onChange?.(lines.map((line, at) => (at === index ? { ...line, [name]: next } : line)))
  return (
    <div className="eam-items">
      {lines.map((line, index) => (
        // Lines have no name of their own; their place is what they are known by.
        // biome-ignore lint/suspicious/noArrayIndexKey: the inputs keep nothing of their own that could go astray
        <div key={index} className="eam-item">
          {fields.map(([name, inner]) =>
            inner.kind === 'link' ? (
              <span key={name}>{line[wireName(name, inner)] ? <Tag color="processing">{say(inner)}</Tag> : null}</span>
            ) : (
              <div key={name} className="eam-item-field">
                <label htmlFor={`${place}-${index}-${name}`}>{say(inner)}</label>
                <FieldInput
                  field={inner}
                  id={`${place}-${index}-${name}`}
                  value={line[name]}
                  onChange={(next) => put(index, name, next)}
                  disabled={disabled}
                />
              </div>
            ),
          )}
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={word('items.remove', { n: index + 1 })}
            disabled={disabled}
            onClick={() => onChange?.(lines.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <div className="eam-item-foot">
        {mayPick && (
          <Button icon={<PlusOutlined />} disabled={disabled || isFull} onClick={() => setPicking(true)}>
            {word('pick.one', { what: say(link[1]) })}
          </Button>
        )}
        <Button disabled={disabled || isFull} onClick={() => onChange?.([...lines, {}])}>
          {word('items.add')}
        </Button>
      </div>
      {link && (
        <RowPicker
          of={entityNamed(link[1].to)}
          isOpen={isPicking}
          onClose={() => setPicking(false)}
          onPick={(rows) => onChange?.([...lines, ...rows.map((row) => lineOf(field, link[0], row))].slice(0, field.max))}
        />
      )}
    </div>
  )
}
