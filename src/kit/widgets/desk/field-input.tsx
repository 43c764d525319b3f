import { Input, InputNumber, Select, Switch } from 'antd'
import type { ReactNode } from 'react'
import { verbsOf } from '#contract/kit/entity/entity.ts'
import { offered } from '#contract/kit/fields/dictionary.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { entityNamed } from '#contract/registry.ts'
import { byLabel } from '#src/kit/widgets/desk/by-label.ts'
import { useWords } from '#src/words/words.ts'
import { DayInput } from './day-input.tsx'
import { DictionaryInput } from './dictionary-input.tsx'
import { FileInput } from './file-input.tsx'
import { InTreePicker } from './in-tree-picker.tsx'
import { LinkPicker } from './link-picker.tsx'
import { ManyPicker } from './many-picker.tsx'
import { ManySelect } from './many-select.tsx'
import { TreePicker } from './tree-picker.tsx'

interface Props {
  readonly field: Field
  readonly id?: string
  readonly value?: unknown
  readonly onChange?: (value: unknown) => void
  readonly onBlur?: () => void
  /** The title of a link's current value. */
  readonly shownName?: string | null
  readonly disabled?: boolean
  /** Placeholder of a text, number or date input. */
  readonly placeholder?: string
  /** In a table cell, a long text starts with one row and grows. */
  readonly isInCell?: boolean
}

const asText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))

/** The input of one field, with its value in wire form. */
export function FieldInput({ field, id, value, onChange, onBlur, shownName, disabled, placeholder, isInCell = false }: Props): ReactNode {
  const { say, word } = useWords()
  const shared = { id, disabled, onBlur }
  switch (field.kind) {
    case 'text': {
      const text = { ...shared, placeholder, value: asText(value), maxLength: field.max, 'aria-required': field.required }
      return field.multiline ? (
        <Input.TextArea
          {...text}
          autoSize={isInCell ? { minRows: 1, maxRows: 4 } : { minRows: 3, maxRows: 8 }}
          showCount={!isInCell}
          onChange={(event) => onChange?.(event.target.value)}
        />
      ) : (
        <Input {...text} onChange={(event) => onChange?.(event.target.value)} />
      )
    }
    case 'money':
      return (
        <Input
          {...shared}
          placeholder={placeholder}
          prefix="¥"
          inputMode="decimal"
          value={asText(value)}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )
    case 'integer':
    case 'decimal':
      return (
        <InputNumber
          {...shared}
          placeholder={placeholder}
          value={value as number | null | undefined}
          step={field.kind === 'decimal' ? 10 ** -field.scale : 1}
          onChange={(next) => onChange?.(next)}
          style={{ width: '100%' }}
        />
      )
    case 'flag':
      return <Switch id={id} disabled={disabled} checked={Number(value) === 1} onChange={(isOn) => onChange?.(isOn ? 1 : 0)} />
    case 'choice':
      return (
        <Select
          {...shared}
          value={value as string | undefined}
          allowClear={!field.required}
          showSearch={byLabel}
          options={offered(field.of, value).map(([key, choice]) => ({
            value: key,
            label: choice.sealed ? word('dict.sealedChoice', { name: say(choice) }) : say(choice),
          }))}
          onChange={(next) => onChange?.(next ?? null)}
          style={{ width: '100%' }}
        />
      )
    case 'dictionary':
      return <DictionaryInput {...shared} field={field} value={value as string | undefined} onChange={onChange} />
    case 'choices':
      return (
        <ManySelect
          {...shared}
          showSearch={byLabel}
          value={(value as string[] | null) ?? []}
          allowClear
          options={Object.entries(field.of).map(([key, choice]) => ({ value: key, label: say(choice) }))}
          onChange={(next: string[]) => onChange?.(next)}
          style={{ width: '100%' }}
        />
      )
    case 'ids':
      if (field.to === 'file')
        return <FileInput {...shared} most={field.max} types={field.types} value={value as string[] | null} onChange={onChange} />
      if (field.to && field.inTree)
        return (
          <InTreePicker {...shared} past={field.past} of={entityNamed(field.to)} value={value as string[] | null} onChange={onChange} />
        )
      if (!field.to) return null
      return (
        <ManyPicker
          {...shared}
          past={field.past}
          of={entityNamed(field.to)}
          from={field.options}
          inOrder={field.inOrder}
          value={value as string[] | null}
          onChange={onChange}
        />
      )
    case 'date':
    case 'time':
      return (
        <DayInput
          {...shared}
          placeholder={placeholder}
          withTime={field.kind === 'time'}
          value={value as string | null}
          onChange={onChange}
        />
      )
    case 'link': {
      const of = entityNamed(field.to)
      const link = { ...shared, of, value: value as string | null, onChange, shownName, past: field.past }
      return verbsOf(of).includes('lazyTree') ? <TreePicker {...link} /> : <LinkPicker {...link} from={field.options} />
    }
    default:
      return null
  }
}
