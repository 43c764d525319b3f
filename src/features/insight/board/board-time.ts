import { useEffect, useState } from 'react'
import { homeDay } from '#contract/kit/measure-groups.ts'
import type { Language } from '#contract/kit/words.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The present moment, looked at again every second. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), second)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Today's day where hospitals are, looked at again every minute. */
export function useToday(): string {
  const [today, setToday] = useState(() => homeDay(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setToday(homeDay(new Date())), minute)
    return () => clearInterval(timer)
  }, [])
  return today
}

/** How long something is ago, in one unit: `3 小时`, `2 d`. */
export function ageText(ms: number, language: Language): string {
  const [amount, zh, en] =
    ms >= 2 * day ? [ms / day, '天', 'd'] : ms >= 2 * hour ? [ms / hour, '小时', 'h'] : [Math.max(0, ms) / minute, '分钟', 'min']
  return `${Math.floor(amount)} ${language === 'zh' ? zh : en}`
}

/** Days from today until a day `yyyy-MM-dd`. */
export const daysUntil = (until: string, now: number): number => Math.ceil((Date.parse(`${until}T23:59:59+08:00`) - now) / day)
