import { languages } from '#contract/kit/words.ts'
import { chooseLanguage } from '#src/data/language.ts'
import { useWords } from '#src/words/words.ts'
import { ChoiceBar } from './choice-bar.tsx'

/** Switches between Chinese and English. */
export function LanguageSwitch() {
  const { word, language } = useWords()
  const options = languages.map((value) => ({ value, label: word(value === 'zh' ? 'language.zh' : 'language.en') }))
  return <ChoiceBar label={word('common.language')} value={language} options={options} onChange={chooseLanguage} />
}
