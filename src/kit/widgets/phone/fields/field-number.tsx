import type { DecimalField, IntegerField, MoneyField } from '#contract/kit/fields/field.ts'
import { FieldBox } from './field-box.tsx'
import type { ControlProps } from './field-control.ts'

/** A number as typed; the contract's validation reports problems. */
export function NumberControl({ field, value, onChange, problem }: ControlProps<IntegerField | DecimalField | MoneyField, string>) {
  return (
    <FieldBox label={field} isRequired={field.required} problem={problem}>
      {(id) => (
        <span className="ph-field">
          <input
            id={id}
            value={value ?? ''}
            inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
            onChange={(event) => onChange(event.target.value || undefined)}
            autoComplete="off"
          />
        </span>
      )}
    </FieldBox>
  )
}

/** A rating of up to `max` stars. */
export function StarsControl({ field, value, onChange, problem }: ControlProps<IntegerField, number>) {
  const marks = Array.from({ length: field.max ?? 5 }, (_, index) => index + 1)
  return (
    <FieldBox label={field} isRequired={field.required} problem={problem}>
      <span className="ph-stars">
        {marks.map((mark) => (
          <label key={mark} className={value !== undefined && mark <= value ? 'ph-star-on' : undefined}>
            <input type="radio" name={field.en} aria-label={String(mark)} checked={value === mark} onChange={() => onChange(mark)} />
            <span aria-hidden="true">{value !== undefined && mark <= value ? '★' : '☆'}</span>
          </label>
        ))}
      </span>
    </FieldBox>
  )
}
