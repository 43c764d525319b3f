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

/** A day as `yyyy-MM-dd`, or a moment in ISO 8601. */
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
        // Enter takes the typed day; the form is not sent by it.
        if (event.key === 'Enter') event.preventDefault()
      }}
      onChange={(next) => onChange?.(next ? (withTime ? next.toISOString() : next.format('YYYY-MM-DD')) : null)}
      style={{ width: '100%' }}
    />
  )
}
