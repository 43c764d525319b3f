import { comparisonAt, topAt } from './comparisons.ts'
import type { Meaning, Token } from './meaning.ts'
import { periodAt } from './periods.ts'
import type { Vocabulary } from './vocabulary.ts'
import { beginsWord, endsWord, folded, isBlank, wordEnd } from './writing.ts'

interface Piece {
  readonly end: number
  readonly cost: number
  readonly meanings: readonly Meaning[]
}

const isWeak = (meanings: readonly Meaning[]): boolean => meanings.every(({ is }) => is === 'filler')
const costOf = (meanings: readonly Meaning[]): number =>
  meanings.some(({ is }) => is === 'name' || is === 'keyword')
    ? 0.7
    : isWeak(meanings)
      ? 1.1
      : meanings.some(({ is }) => is === 'not')
        ? 2
        : 1

/** What the text can be read as from a place on; reading one sign or word as unknown is always possible. */
function piecesAt(text: string, at: number, { phrases, longest }: Vocabulary, today: string): Piece[] {
  const pieces: Piece[] = [
    isBlank(text[at]!) ? { end: at + 1, cost: 0, meanings: [{ is: 'filler' }] } : { end: wordEnd(text, at), cost: 3, meanings: [] },
  ]
  const add = (end: number, meanings: readonly Meaning[]): void => void pieces.push({ end, cost: costOf(meanings), meanings })
  if (beginsWord(text, at))
    for (let end = Math.min(text.length, at + (longest.get(text[at]!) ?? 0)); end > at; end--) {
      const meanings = phrases.get(text.slice(at, end))
      if (meanings && endsWord(text, end)) add(end, meanings)
    }
  const period = periodAt(text, at, today)
  if (period) add(period.end, [{ is: 'period', period: period.value }])
  const compared = comparisonAt(text, at)
  if (compared) add(compared.end, [{ is: 'compared', compared: compared.value }])
  const top = topAt(text, at)
  if (top) add(top.end, [{ is: 'top', count: top.value }])
  return pieces
}

/**
 * The sentence in stretches: of all ways to read it, the one that leaves the least unknown and has the fewest stretches. Neighbouring unknown
 * signs are one stretch, also around a common sign within a name (和 in 和平里).
 */
export function tokensOf(typed: string, vocabulary: Vocabulary, today: string): Token[] {
  const text = folded(typed)
  const best: (Piece & { readonly total: number })[] = []
  for (let at = text.length - 1; at >= 0; at--) {
    for (const piece of piecesAt(text, at, vocabulary, today)) {
      const total = piece.cost + (best[piece.end]?.total ?? 0)
      const known = best[at]
      if (!known || total < known.total) best[at] = { ...piece, total }
    }
  }
  const tokens: Token[] = []
  for (let at = 0; at < text.length; at = best[at]!.end) {
    const { end, meanings } = best[at]!
    if (isBlank(text[at]!) && end === at + 1) continue
    const last = tokens.at(-1)
    if (meanings.length === 0 && last?.meanings.length === 0 && joins(text.slice(last.end, at)))
      tokens[tokens.length - 1] = { from: last.from, end, text: typed.slice(last.from, end), meanings }
    else tokens.push({ from: at, end, text: typed.slice(at, end), meanings })
  }
  return tokens
}

/** Unknown words belong together next to each other, or with one space or hyphen between them. */
const joins = (between: string): boolean => between === '' || between === ' ' || between === '-'

const isChinese = (sign: string): boolean => sign > '⺀'
const nameEnds = /(?:病区|院区|门诊|病房|中心|公司|科室|科|室|楼|部|库)/g
/** A name does not begin so: the sign belongs to what stands before it. */
const nameTail = /^(?:科|室|区|楼|部|院|病区|中心|门诊|病房|站|组|库|公司)/

/** A run of Chinese signs, cut behind the words with which names of departments and places end; Latin letters stand apart. */
function cutNames(text: string): string[] {
  const parts = text.match(/[⺀-￿]+|[^⺀-￿]+/g) ?? []
  return parts.flatMap((part) => {
    const cut = isChinese(part[0]!) ? part.replace(nameEnds, '$&\n').split('\n') : [part]
    return cut.map((one) => one.trim()).filter((one) => one.length > 1)
  })
}

/** Words behind which the name of a department or place can stand, or before which. */
const beside = /^(?:department|dept|ward|unit|clinic|room|icu|centre|center|floor|building|campus)$/

/** The texts of a sentence that may be names of rows, in folded form; the most likely first. */
export function nameCandidates(tokens: readonly Token[]): string[] {
  const found: string[] = []
  const add = (text: string): void => {
    const form = folded(text).trim()
    if (form.length > 1 && form.length <= 40 && !found.includes(form)) found.push(form)
  }
  tokens.forEach((token, place) => {
    const before = tokens[place - 1]
    const next = tokens[place + 1]
    const isNear = (one: Token | undefined, other: Token | undefined): boolean =>
      one !== undefined && other !== undefined && other.from - one.end <= 1
    if (beside.test(folded(token.text)) || (token.meanings.length === 0 && nameTail.test(token.text))) {
      const isNamed = before && isNear(before, token) && !isWeak(before.meanings) && !before.meanings.some(({ is }) => is === 'period')
      if (isNamed) add(`${before.text}${token.from > before.end ? ' ' : ''}${token.text}`)
      if (beside.test(folded(token.text)) && next && isNear(token, next) && (next.meanings.length === 0 || /^\d+$/.test(next.text)))
        add(`${token.text} ${next.text}`)
    }
    if (token.meanings.length > 0) return
    if (next && next.from === token.end && nameTail.test(next.text)) add(token.text + next.text)
    // A common sign within a name is part of it.
    const isSign = (one: Token | undefined): boolean =>
      one !== undefined && one.text.length === 1 && isChinese(one.text) && isWeak(one.meanings) && !/[的了在是有请都]/.test(one.text)
    if (
      before &&
      isSign(before) &&
      before.end === token.from &&
      tokens[place - 2]?.end === before.from &&
      tokens[place - 2]?.meanings.length === 0
    )
      add(tokens[place - 2]!.text + before.text + token.text)
    add(token.text)
    for (const part of cutNames(token.text)) add(part)
  })
  return found
}
