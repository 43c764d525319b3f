import { type Language, say } from '#contract/kit/words.ts'
import { agoFormat } from '#src/kit/formats.ts'

const units = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const

const now = { zh: '刚刚', en: 'Just now' } as const

/** How long ago a moment is, in its largest unit: `3天前`, in English `3 days ago`; less than a minute is now. */
export function agoText(moment: string, language: Language): string {
  const minutes = Math.max(0, Math.floor((Date.now() - Date.parse(moment)) / 60_000))
  if (minutes === 0) return say(now, language)
  const [unit, length] = units.find(([, least]) => minutes >= least) ?? units[2]
  return agoFormat(language).format(-Math.floor(minutes / length), unit)
}
