import { useEffect, useState } from 'react'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Language, Words } from '#contract/kit/words.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour
const units = {
  minute: { zh: '分钟', en: 'min' },
  hour: { zh: '小时', en: 'h' },
  day: { zh: '天', en: 'd' },
} as const satisfies Readonly<Record<string, Words>>

/** The current time in milliseconds, updated every second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Today's day where hospitals are, updated every minute. */
export function useToday(): string {
  const [today, setToday] = useState(() => homeDay(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setToday(homeDay(new Date())), minute)
    return () => clearInterval(timer)
  }, [])
  return today
}

/** An age in its largest unit: `3 小时`, `2 d`. */
export function ageText(ms: number, language: Language): string {
  const [amount, unit] =
    ms >= 2 * day ? [ms / day, units.day] : ms >= 2 * hour ? [ms / hour, units.hour] : [Math.max(0, ms) / minute, units.minute]
  return `${Math.floor(amount)} ${unit[language]}`
}
