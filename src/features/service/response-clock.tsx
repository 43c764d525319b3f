import { type ReactNode, useEffect, useState } from 'react'
import { acceptLength, type RepairTimes } from '#contract/entities/service/repair-lengths.ts'
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

/** How long a report waits for its acceptance, running until then; then how long it took. */
export function ResponseClock({ times, isOpen }: { readonly times: RepairTimes; readonly isOpen: boolean }): ReactNode {
  const { word, language } = useWords()
  const length = acceptLength(times)
  const isRunning = isOpen && length === null && times.reportedAt !== null
  const now = useNow(isRunning)
  if (length !== null) return <p className="eam-clock">{word('repair.clockDone', { time: lengthText(length, language) })}</p>
  if (!isRunning) return null
  const waited = (now - Date.parse(times.reportedAt!)) / minute
  return (
    <p className="eam-clock eam-clock-running" role="timer">
      {word('repair.clockRunning', { time: lengthText(waited, language) })}
    </p>
  )
}
