import { type ReactNode, useEffect, useState } from 'react'
import { acceptLength, isPastResponseLimit, type RepairTimes } from '#contract/entities/service/repair-lengths.ts'
import { lengthText } from '#src/kit/value-text.ts'
import { useWords } from '#src/words/words.ts'

const minute = 60_000

/** The time now, renewed every half minute while `isOn`. */
function useNow(isOn: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setNow(Date.now()), minute / 2)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}

interface ResponseClockProps {
  readonly times: RepairTimes
  readonly urgency: string
  readonly isOpen: boolean
}

/** How long a report waits for its acceptance, running until then and red past the limit of its urgency; then how long it took. */
export function ResponseClock({ times, urgency, isOpen }: ResponseClockProps): ReactNode {
  const { word, language } = useWords()
  const length = acceptLength(times)
  const isRunning = isOpen && length === null && times.reportedAt !== null
  const now = useNow(isRunning)
  if (length !== null) return <p className="eam-clock">{word('repair.clockDone', { time: lengthText(length, language) })}</p>
  if (!isRunning) return null
  const waited = (now - Date.parse(times.reportedAt!)) / minute
  return (
    <p
      className="eam-clock eam-clock-running"
      role="timer"
      data-tone={isPastResponseLimit(times.reportedAt!, urgency, now) ? 'bad' : undefined}
    >
      {word('repair.clockRunning', { time: lengthText(waited, language) })}
    </p>
  )
}
