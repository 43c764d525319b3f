import type { TimeField } from '#contract/kit/field.ts'
import { FieldBox } from './field-box.tsx'
import type { ControlProps } from './field-control.ts'

const two = (part: number): string => String(part).padStart(2, '0')

/** A time in the format of the browser's control, in the phone's time zone: `2026-01-31T08:30`. */
export function localMoment(moment: string): string {
  const at = new Date(moment)
  if (Number.isNaN(at.getTime())) return ''
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`
}

/** Date and time with the browser's own control; the value is in ISO format. */
export function MomentControl({ field, value, onChange, problem }: ControlProps<TimeField, string>) {
  return (
    <FieldBox label={field} isRequired={field.required} problem={problem}>
      {(id) => (
        <span className="ph-field">
          <input
            id={id}
            type="datetime-local"
            value={value ? localMoment(value) : ''}
            onChange={(event) => onChange(event.target.value ? new Date(event.target.value).toISOString() : undefined)}
          />
        </span>
      )}
    </FieldBox>
  )
}
