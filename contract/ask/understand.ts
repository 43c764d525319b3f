import { type Assignment, assign } from './assign.ts'
import type { Meaning, Reading, Subject, Token } from './meaning.ts'
import { scopeOf } from './scope.ts'
import { nameCandidates, tokensOf } from './tokens.ts'
import { type Vocabulary, withNames } from './vocabulary.ts'
import { longestSentence } from './writing.ts'

/** Rows that a text of the sentence can mean, by its folded form. */
export type Names = ReadonlyMap<string, readonly Meaning[]>

/** At most so many readings are offered where names fit several rows. */
const mostReadings = 6

/** Whether a text is one code, such as the number of a device or an order, which is searched and not asked. */
const isCode = (text: string): boolean => /^[!-~]*\d[!-~]*$/.test(text)

/** Whether a token says what is asked, unlike a name or a common word. */
const asks = ({ meanings }: Token): boolean =>
  meanings.some(({ is }) => ['subject', 'figure', 'group', 'value', 'overdue', 'soon', 'compared', 'top', 'period', 'compare'].includes(is))

/** The best assignment of all subjects, the first of equals. */
function bestOf(tokens: readonly Token[], vocabulary: Vocabulary, today: string): Assignment | undefined {
  let best: Assignment | undefined
  for (const subject of vocabulary.subjects) {
    const one = assign(scopeOf(subject, vocabulary), tokens, today)
    if (one.isAnchored && one.score > (best?.score ?? 0) + 1e-9) best = one
  }
  return best
}

/** Whether a reading says more than the menu does: the name of a list alone is an item of the menu. */
const saysMore = ({ parts, used, question }: Assignment): boolean =>
  (parts.length > 0 && used > 1) || question.figure !== undefined || Object.keys(question.filters).length > 0 || question.sort !== undefined

/**
 * What a sentence asks; several readings where a name fits several rows, none where nothing of it says what is asked. `today`: the
 * hospital's day. Time grows with the length of the sentence alone, which is limited.
 */
export function understand(typed: string, vocabulary: Vocabulary, names: Names, today: string): readonly Reading[] {
  if (typed.length > longestSentence) return []
  const tokens = tokensOf(typed, withNames(vocabulary, names), today)
  const best = bestOf(tokens, vocabulary, today)
  if (!best || !saysMore(best)) {
    const unknown = tokens.filter(({ meanings }) => meanings.length === 0)
    return !best && !isCode(typed) && tokens.some(asks) && unknown.length > 0 ? [{ question: undefined, parts: [], unknown }] : []
  }
  const scope = scopeOf(best.question.subject, vocabulary)
  const choices = tokens.map((token): readonly Token[] => {
    const fitting = token.meanings.filter((one) => assign(scope, [{ ...token, meanings: [one] }], today).parts.length > 0)
    const isNamed =
      fitting.length > 1 && fitting.some(({ is }) => is === 'name') && fitting.every(({ is }) => is === 'name' || is === 'keyword')
    return isNamed ? fitting.map((one) => ({ ...token, meanings: [one] })) : [token]
  })
  const all = choices.reduce<Token[][]>(
    (rows, choice) => rows.flatMap((row) => choice.map((one) => [...row, one])).slice(0, mostReadings),
    [[]],
  )
  return (all.length > 1 ? all.map((one) => assign(scope, one, today)) : [best]).map(({ question, parts, unknown }) => ({
    question,
    parts,
    unknown,
  }))
}

/** What a sentence is about before its names are known; undefined where nothing of it says what is asked. */
export const subjectAsked = (typed: string, vocabulary: Vocabulary, today: string): Subject | undefined =>
  typed.length > longestSentence ? undefined : bestOf(tokensOf(typed, vocabulary, today), vocabulary, today)?.question.subject

/** The texts of a sentence that may be names of rows. */
export const namesToAsk = (typed: string, vocabulary: Vocabulary, today: string): readonly string[] =>
  typed.length > longestSentence ? [] : nameCandidates(tokensOf(typed, vocabulary, today)).slice(0, 4)
