import type { TimeField } from '#contract/kit/fields/field.ts'
import { homeTime, momentOf } from '#contract/kit/time/moment.ts'
import { FieldBox } from './field-box.tsx'
import type { ControlProps } from './field-control.ts'

/** A time in the format of the browser's control, as clocks of the hospital show it: `2026-01-31T08:30`. */
const controlMoment = (moment: string): string => (Number.isNaN(Date.parse(moment)) ? '' : homeTime(moment).slice(0, 16).replace(' ', 'T'))

/** Date and time with the browser's own control; the value is in ISO format. */
export function MomentControl({ field, value, onChange, problem }: ControlProps<TimeField, string>) {
  return (
    <FieldBox label={field} isRequired={field.required} problem={problem}>
      {(id) => (
        <span className="ph-field">
          <input
            id={id}
            type="datetime-local"
            value={value ? controlMoment(value) : ''}
            onChange={(event) => onChange(event.target.value ? momentOf(event.target.value) : undefined)}
          />
        </span>
      )}
    </FieldBox>
  )
}
