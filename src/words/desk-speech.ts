import { createInstance } from 'i18next'
import type { Speaker, Texts } from './words.ts'

/** Speaks through i18next, for the desk: fallback to Chinese, blanks in single braces. */
export async function deskSpeaker(texts: Texts): Promise<Speaker> {
  const i18next = createInstance()
  await i18next.init({
    lng: 'zh',
    fallbackLng: 'zh',
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false, prefix: '{', suffix: '}', skipOnVariables: true },
    resources: { zh: { translation: texts.zh }, en: { translation: texts.en } },
    missingInterpolationHandler: () => '',
    initAsync: false,
  })
  return (key, values, on) => i18next.t(key, { ...values, lng: on })
}
