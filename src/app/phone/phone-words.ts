import type { Language } from '#contract/kit/words.ts'
import { language, prepareLanguage } from '#src/data/language.ts'
import { wantLater } from '#src/kit/phone/store/lazy-load.ts'
import { type OneLanguage, plainSpeaker, startWords } from '#src/words/words.ts'

const sources: Readonly<Record<Language, () => Promise<OneLanguage>>> = {
  zh: async () => {
    const [{ zh }, { phoneZh }] = await Promise.all([import('#src/words/zh/zh.ts'), import('#src/words/zh/phone.ts')])
    return { ...zh, ...phoneZh }
  },
  en: async () => {
    const [{ en }, { phoneEn }] = await Promise.all([import('#src/words/en/en.ts'), import('#src/words/en/phone.ts')])
    return { ...en, ...phoneEn }
  },
}

const texts: { [on in Language]?: OneLanguage } = {}

const load = async (on: Language): Promise<void> => {
  texts[on] ??= await sources[on]()
}

/** Loads the words of the person's language before the first page, and the others when the phone is idle. */
export async function startPhoneWords(): Promise<void> {
  await load(language())
  startWords(plainSpeaker(texts))
  prepareLanguage((next) => (texts[next] ? undefined : load(next)))
  for (const other of Object.keys(sources) as Language[]) wantLater(() => load(other))
}
