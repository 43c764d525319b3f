import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { homeOffsetMs, homeTime, momentOf } from '#contract/kit/time/moment.ts'

interface Props {
  readonly id?: string
  readonly value?: string | null
  readonly onChange?: (value: string | null) => void
  readonly onBlur?: () => void
  readonly withTime?: boolean
  readonly disabled?: boolean
  readonly placeholder?: string
}

/** What the calendar shows: it knows no zone but the reader's, so a moment is given as the clock time of the hospital. */
function shown(value: string, withTime: boolean | undefined): dayjs.Dayjs {
  const moment = withTime ? momentOf(value) : undefined
  return dayjs(moment ? homeTime(moment) : value)
}

/** Whether “now” and “today” of the reader's clock are those of the hospital. */
const isAtHome = (): boolean => -new Date().getTimezoneOffset() * 60_000 === homeOffsetMs

/** Input of a date as `yyyy-MM-dd`, or of a time in ISO 8601, which is typed and shown as clocks of the hospital show it. */
export function DayInput({ id, value, onChange, onBlur, withTime, disabled, placeholder }: Props) {
  return (
    <DatePicker
      id={id}
      disabled={disabled}
      placeholder={placeholder}
      showTime={withTime ? { format: 'HH:mm' } : undefined}
      format={withTime ? 'YYYY-MM-DD HH:mm' : 'YYYY-MM-DD'}
      value={value ? shown(value, withTime) : null}
      showNow={isAtHome()}
      onBlur={onBlur}
      onKeyDown={(event) => {
        // Enter confirms the typed date; it must not submit the form.
        if (event.key === 'Enter') event.preventDefault()
      }}
      onChange={(next) =>
        onChange?.(next ? (withTime ? (momentOf(next.format('YYYY-MM-DD HH:mm:ss')) ?? null) : next.format('YYYY-MM-DD')) : null)
      }
      style={{ width: '100%' }}
    />
  )
}
