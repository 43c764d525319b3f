import type { SourceFile } from './source-files.ts'
import type { Labelled } from './word-laws.ts'

const literal = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|\`((?:[^\`\\]|\\.)*)\`)`
const pair = new RegExp(String.raw`${literal},\s*(?:en:\s*)?${literal}`, 'g')
const choice = new RegExp(String.raw`\bzh:[^,'"\`]*\?\s*${literal}\s*:\s*${literal},\s*en:[^,'"\`]*\?\s*${literal}\s*:\s*${literal}`, 'g')
const several = new RegExp(String.raw`\bmany:\s*${literal}`, 'g')
const chinese = /[㐀-鿿]/

/** The texts of a match: of each literal the one group that is filled. */
const textsOf = (match: RegExpMatchArray): string[] => {
  const groups = match.slice(1)
  return groups
    .filter((_, at) => at % 3 === 0)
    .map((_, at) => groups.slice(at * 3, at * 3 + 3).find((text) => text !== undefined) ?? '')
    .map((text) => text.replace(/\\(['"`])/g, '$1').replace(/\s+/g, ' '))
}

const isPair = (zh: string, en: string): boolean => chinese.test(zh) && !chinese.test(en) && /[A-Za-z]/.test(en)

export const wordListFile = 'docs/WORDS.tsv'

/** Demo rows, headings of foreign files and words that people type are data, not words of ours; the words of the pages are paired by their keys. */
const isRead = (path: string): boolean =>
  !/\/demo[^/]*\.ts$|-import\.ts$|\/heading-meanings\.ts$|^server\/kit\/import\/(?:\w+\/)?(?:footers|lengths|money-units|placeholders|typed-text)\.ts$|^src\/words\/|^contract\/ask\/(?!labels\.ts|assign\.ts)/.test(
    path,
  )

/** Every Chinese text that stands before its English one in the program, with the file. */
export const writtenPairs = (files: readonly SourceFile[]): Labelled[] =>
  files
    .filter(({ path }) => isRead(path))
    .flatMap(({ path, text }) => {
      const pairs = pairsOf(text).filter(([zh, en]) => isPair(zh, en))
      const plurals = [...text.matchAll(several)].map(textsOf).map(([en = '']): [string, string] => ['', en])
      return [...pairs, ...plurals].map(([zh, en]): Labelled => [path, { zh, en }])
    })

function pairsOf(text: string): [string, string][] {
  const found: [string, string][] = []
  pair.lastIndex = 0
  for (let match = pair.exec(text); match; match = pair.exec(text)) {
    const [zh = '', en = ''] = textsOf(match)
    found.push([zh, en])
    // The second text may be the Chinese one of the next pair.
    if (!isPair(zh, en)) pair.lastIndex = match.index + 1
  }
  for (const match of text.matchAll(choice)) {
    const [zh = '', otherZh = '', en = '', otherEn = ''] = textsOf(match)
    found.push([zh, en], [otherZh, otherEn])
  }
  return found
}

/** The page of all texts: English, Chinese, one pair a line, by the English, so that two words for one thing stand close together. */
export function wordList(pages: readonly Labelled[], files: readonly SourceFile[]): string {
  const pairs = [...pages, ...writtenPairs(files)].map(([, words]) => `${words?.en}\t${words?.zh}`)
  const sorted = [...new Set(pairs)].sort((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1))
  return `English\tChinese\n${sorted.join('\n')}\n`
}
