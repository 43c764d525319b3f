import type { Language } from '#contract/kit/words.ts'
import { bedside } from './bedside.ts'
import type { ReadyTemplate } from './ready-items.ts'
import { rooms } from './rooms.ts'

/** The templates that a hospital may load once, written from general knowledge of such checks; a hospital adapts their limits. */
export const readyTemplates: readonly ReadyTemplate[] = [...bedside, ...rooms]

/** A ready template as a draft in one language. */
export const readyDraft = (of: ReadyTemplate, language: Language): Record<string, unknown> => ({
  templateName: of[language],
  useKind: of.useKind,
  items: of.items.map(({ section, text, kind, unit = null, lower = null, upper = null, isRequired }) => ({
    section: section[language],
    itemText: text[language],
    itemKind: kind,
    isRequired: isRequired ? 1 : 0,
    unit,
    lowerLimit: lower,
    upperLimit: upper,
  })),
})
