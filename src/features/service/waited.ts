import type { Speech } from '#src/words/words.ts'

/** Minutes as people say them: minutes below an hour, hours below two days, then days. */
export function waitedText(minutes: number, { word }: Pick<Speech, 'word'>): string {
  const whole = Math.max(0, Math.floor(minutes))
  if (whole < 60) return word('repair.minutes', { minutes: whole })
  if (whole < 48 * 60) return word('repair.length', { hours: Math.floor(whole / 60), minutes: whole % 60 })
  return word('repair.days', { days: Math.floor(whole / 1440), hours: Math.floor((whole % 1440) / 60) })
}
