import { createInstance } from 'i18next'
import type { Speaker, Texts } from './words.ts'
import type { deskZh } from './zh/desk.ts'

/** English of a count of 1: i18next looks for the key with `_one` first. */
const one = {
  'attach.added_one': '1 file added',
  'history.changes_one': '1 change',
  'home.inAll_one': '1 item',
  'import.cells_one': '1 cell',
  'import.cellsAre_one': '1 cell: {values}',
  'import.leftRows_one': '1 record: {why}',
  'import.replace_one': 'Replace 1 value and validate again',
  'import.skip_one': 'Skip 1 row with errors',
  'import.update_one': 'Update 1 existing record',
  'import.write_one': 'Import 1 row',
  'list.total_one': '1 item',
  'place.sum_one': '1 room',
  'plan.sum_one': '1 room',
  'search.count_one': '1 result',
  'step.ask_one': '{step}: 1 record?',
} satisfies Partial<Record<`${keyof typeof deskZh}_one`, string>>

/** Speaks through i18next, for the desk: fallback to Chinese, blanks in single braces. */
export async function deskSpeaker(texts: Texts): Promise<Speaker> {
  const i18next = createInstance()
  await i18next.init({
    lng: 'zh',
    fallbackLng: 'zh',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}', skipOnVariables: true },
    resources: { zh: { translation: texts.zh }, en: { translation: { ...texts.en, ...one } } },
    missingInterpolationHandler: () => '',
    initAsync: false,
  })
  return (key, values, on) => i18next.t(key, { ...values, lng: on })
}
