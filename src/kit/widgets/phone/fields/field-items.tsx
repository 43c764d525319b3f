import type { ReactNode } from 'react'
import { totalOf } from '#contract/kit/entity/lines.ts'
import type { ItemsField } from '#contract/kit/fields/field.ts'
import { inSentence } from '#contract/kit/words.ts'
import { icons } from '#src/kit/phone/icons.tsx'
import { textOf } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'
import type { ControlProps } from './field-control.ts'
import { fieldWords } from './field-words.ts'
import type { Values } from './form-values.ts'

const none: readonly Values[] = []

interface ItemsProps extends ControlProps<ItemsField, readonly Values[]> {
  /** Renders the controls of one entry. */
  readonly children: (item: Values, index: number, onChange: (next: Values) => void) => ReactNode
}

/** Several entries with the same fields. */
export function ItemsControl({ field, value = none, onChange, children }: ItemsProps) {
  const { say } = useWords()
  const set = (at: number, next: Values): void => onChange(value.map((item, index) => (index === at ? next : item)))
  const add = (): void => onChange([...value, field.fields.quantity ? { quantity: '1' } : {}])
  return (
    <fieldset className="ph-box">
      <legend>
        <span className="ph-box-label">{say(field)}</span>
      </legend>
      {value.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity of their own until they are saved.
        <div key={index} className="ph-part">
          <strong className="ph-part-name">
            {say(field)} {index + 1}
          </strong>
          {children(item, index, (next) => set(index, next))}
          <button
            type="button"
            className="ph-icon-button"
            onClick={() => onChange(value.filter((_, other) => other !== index))}
            aria-label={say(fieldWords.removeItem(index + 1, inSentence(say(field))))}
          >
            {icons.clear}
          </button>
        </div>
      ))}
      <ItemSums field={field} items={value} />
      {value.length < field.max ? (
        <button type="button" className="ph-add" onClick={add}>
          {say(fieldWords.addItem(inSentence(say(field))))}
        </button>
      ) : null}
    </fieldset>
  )
}

/** Totals of the current entries, by the function that the server uses as well. */
function ItemSums({ field, items }: { readonly field: ItemsField; readonly items: readonly Values[] }) {
  const { say, language } = useWords()
  if (!field.totals || items.length === 0) return null
  return (
    <p className="ph-part-sums" aria-live="polite">
      {field.totals.map((total) => {
        const value = totalOf(total.field, total.of, items)
        return (
          <span key={total.label.en}>
            {say(total.label)} <strong>{value === null ? '—' : textOf('total', total.field, { total: value }, language)}</strong>
          </span>
        )
      })}
    </p>
  )
}
