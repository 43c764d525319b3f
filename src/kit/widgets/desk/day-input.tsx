import { DatePicker } from 'antd'
import dayjs from 'dayjs'

interface Props {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
  readonly onBlur?: () => void
  readonly withTime?: boolean
  readonly disabled?: boolean
  readonly placeholder?: string
}

/** Input of a date as `yyyy-MM-dd`, or of a time in ISO 8601. */
export function DayInput({ id, value, onChange, onBlur, withTime, disabled, placeholder }: Props) {
  return (
    <DatePicker
      id={id}
      disabled={disabled}
      placeholder={placeholder}
      showTime={withTime ? { format: 'HH:mm' } : undefined}
      format={withTime ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
      value={value ? dayjs(value) : null}
      onBlur={onBlur}
      onKeyDown={(event) => {
        // Enter confirms the typed date; it must not submit the form.
        if (event.key === 'Enter') event.preventDefault()
      }}
      onChange={(next) => onChange?.(next ? (withTime ? next.toISOString() : next.format('YYYY-MM-DD')) : null)}
      style={{ width: '100%' }}
    />
  )
}
