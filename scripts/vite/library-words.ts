import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { iconFacts, libraryWord, libraryWords } from '../../src/words/library-words.ts'

const source = fileURLToPath(new URL('../../src/words/library-words.ts', import.meta.url))
const english = Object.keys(libraryWords).join('|')

/** Where the library holds words, with how many of them. */
const places: readonly { readonly file: RegExp; readonly words: number }[] = [
  { file: /rc-component\/input-number\/es\/StepHandler\.js$/, words: 2 },
  { file: /rc-component\/segmented\/es\/index\.js$/, words: 1 },
  { file: /antd\/es\/splitter\/SplitBar\.js$/, words: 2 },
  { file: /antd\/es\/color-picker\/components\/ColorClear\.js$/, words: 1 },
  { file: /antd\/es\/table\/hooks\/useSelection\.js$/, words: 2 },
  { file: /rc-component\/tabs\/es\/TabNavList\/TabNode\.js$/, words: 1 },
  { file: /rc-component\/tabs\/es\/TabNavList\/OperationNode\.js$/, words: 2 },
  { file: /rc-component\/tabs\/es\/TabNavList\/AddButton\.js$/, words: 1 },
  { file: /rc-component\/dialog\/es\/Dialog\/Content\/Panel\.js$/, words: 1 },
  { file: /rc-component\/notification\/es\/Notification\.js$/, words: 1 },
  { file: /rc-component\/select\/es\/SelectInput\/index\.js$/, words: 1 },
  { file: /rc-component\/input\/es\/BaseInput\.js$/, words: 1 },
]
/** Where a name has to be put first: the button that clears an input has none, and that of a select gets its English one from elsewhere. */
const clears: readonly (readonly [string, string])[] = [
  ['"aria-label": clearLabel,', `"aria-label": clearLabel && "Clear",`],
  ['onClick: event => {\n          handleReset', '"aria-label": "Clear",\n        onClick: event => {\n          handleReset'],
]
const icon = /ant-design\/icons\/es\/components\/AntdIcon(Light)?\.js$/
const iconSaid = /role: "img",\s*"aria-label": icon\.name/
const word = new RegExp(`["'](${english})["']`, 'g')

/** A text of the library with calls in the place of the words that its names hold, and how many those are. */
export function translated(code: string): { readonly code: string; readonly words: number } {
  let words = 0
  const said = (line: string): string =>
    line.replace(word, (_, text: string) => {
      words += 1
      return `${libraryWord.name}(${JSON.stringify(text)})`
    })
  const named = clears.reduce((text, [from, to]) => text.replace(from, to), code)
  return { code: named.replace(/"aria-label": [^\n]*/g, said), words }
}

/**
 * Puts words in both languages in the place of those that the component library holds in English, and hides its icons, which say the names of their files,
 * from screen readers. Fails the build when a version of the library has them elsewhere.
 */
export function libraryTexts(): Plugin {
  return {
    name: 'library-words',
    transform(code, id) {
      const place = places.find(({ file }) => file.test(id))
      const isIcon = icon.test(id)
      if (!place && !isIcon) return null
      const done = isIcon
        ? { code: code.replace(iconSaid, `...${iconFacts.name}(icon.name, restProps)`), words: iconSaid.test(code) ? 1 : 0 }
        : translated(code)
      if (done.words !== (place?.words ?? 1)) this.error(`${id}: ${done.words} words of the library instead of ${place?.words ?? 1}`)
      return { code: `import { ${libraryWord.name}, ${iconFacts.name} } from ${JSON.stringify(source)};\n${done.code}`, map: null }
    },
  }
}
