import type { Language, Words } from '#contract/kit/words.ts'

const steps: readonly (readonly [minutes: number, words: Words])[] = [
  [1440, { zh: '天前', en: 'd ago' }],
  [60, { zh: '小时前', en: 'h ago' }],
  [1, { zh: '分钟前', en: 'min ago' }],
]
const now: Words = { zh: '刚刚', en: 'just now' }

/** How long ago a moment was, in its largest unit: `3 小时前`, `3 h ago`. */
export function ageText(moment: string, at: number, language: Language): string {
  const minutes = Math.max(0, Math.floor((at - Date.parse(moment)) / 60_000))
  const found = steps.find(([least]) => minutes >= least)
  if (!found) return now[language]
  return `${Math.floor(minutes / found[0])} ${found[1][language]}`
}
