import { syllable } from './pinyin.ts'
import { unitsOf } from './units.ts'

/** A name that is known to mean something; `of` is what it means. `trust`: 1, less for names that say little. */
export interface KnownName<T> {
  readonly name: string
  readonly of: T
  readonly trust?: number
}

/** What is proposed, best first. `score`: 0 to 1, how much of both names is the same. */
export interface Match<T> {
  readonly of: T
  readonly score: number
  readonly by: string
}

/** Words by their three-letter pieces, to find the one that was meant by a misspelt one. */
const trigrams = (word: string): string[] => {
  const padded = `  ${word} `
  return Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3))
}

/** Pieces of a name with the weight that each kind has before its rarity: a pair of characters says more than one character. */
function piecesOf(name: string): Map<string, number> {
  const pieces = new Map<string, number>()
  const { words, runs } = unitsOf(name)
  for (const word of words) pieces.set(word, 1.6)
  for (const run of runs) {
    const chars = [...run]
    for (const char of chars) pieces.set(char, 0.3)
    for (let at = 1; at < chars.length; at++) pieces.set(chars[at - 1]! + chars[at]!, 1)
  }
  return pieces
}

const spoken = (piece: string): string => [...piece].map(syllable).join(' ')
const isHan = (piece: string): boolean => /^\p{Script=Han}+$/u.test(piece)

/**
 * An index over known names. Chinese is compared by pairs of characters (names of three to six characters have too few triples) and where those are unknown by
 * their pinyin; Latin words by themselves in any order and where they are unknown by their trigrams. Rare pieces weigh more. What no known name holds, brands
 * for example, counts for nothing.
 */
export function nameIndex<T>(known: readonly KnownName<T>[]) {
  const names = known.map((one) => ({ ...one, pieces: piecesOf(one.name), total: 0 })).filter(({ pieces }) => pieces.size > 0)
  const holders = new Map<string, number[]>()
  names.forEach(({ pieces }, at) => {
    for (const piece of pieces.keys()) {
      const list = holders.get(piece)
      if (list) list.push(at)
      else holders.set(piece, [at])
    }
  })
  const rarity = (piece: string): number => Math.log(1 + names.length / (holders.get(piece)?.length ?? 1)) / Math.log(1 + names.length)
  for (const name of names) for (const [piece, weight] of name.pieces) name.total += weight * rarity(piece)
  const sounds = new Map<string, string[]>()
  const grams = new Map<string, string[]>()
  for (const piece of holders.keys()) {
    if (isHan(piece)) {
      if (piece.length > 1) sounds.set(spoken(piece), [...(sounds.get(spoken(piece)) ?? []), piece])
    } else for (const gram of trigrams(piece)) grams.set(gram, [...(grams.get(gram) ?? []), piece])
  }

  /** The known word that an unknown one most likely stands for. */
  function meant(word: string): readonly [string, number] | undefined {
    if (word.length < 4) return undefined
    const own = trigrams(word)
    const common = new Map<string, number>()
    for (const gram of own) for (const other of grams.get(gram) ?? []) common.set(other, (common.get(other) ?? 0) + 1)
    let best: readonly [string, number] | undefined
    for (const [other, count] of common) {
      const alike = count / (own.length + other.length + 1 - count)
      if (alike >= 0.42 && alike > (best?.[1] ?? 0)) best = [other, alike]
    }
    return best
  }

  /** The pieces of a name that the index knows, each with how sure it is. */
  function asked(name: string): Map<string, number> {
    const found = new Map<string, number>()
    const take = (piece: string, sure: number) => found.set(piece, Math.max(sure, found.get(piece) ?? 0))
    for (const piece of piecesOf(name).keys()) {
      if (holders.has(piece)) take(piece, 1)
      else if (isHan(piece)) {
        if (piece.length > 1) for (const other of sounds.get(spoken(piece)) ?? []) take(other, 0.8)
      } else {
        const other = meant(piece)
        if (other) take(other[0], other[1])
      }
    }
    return found
  }

  return {
    /** The best meanings of a name, each once. */
    match(name: string, most: number): Match<T>[] {
      const pieces = asked(name)
      const sums = new Map<number, number>()
      let whole = 0
      for (const [piece, sure] of pieces) {
        const rare = rarity(piece)
        let weight = 0
        for (const at of holders.get(piece)!) {
          weight = names[at]!.pieces.get(piece)!
          sums.set(at, (sums.get(at) ?? 0) + weight * rare * sure)
        }
        whole += weight * rare
      }
      const best = new Map<T, Match<T>>()
      for (const [at, sum] of sums) {
        const { of, name: by, total, trust = 1 } = names[at]!
        const covered = sum / total
        const score = Math.min(1, covered * (0.45 + 0.55 * (sum / whole))) * trust
        if (score > (best.get(of)?.score ?? 0)) best.set(of, { of, score, by })
      }
      return [...best.values()].sort((a, b) => b.score - a.score || (a.by < b.by ? -1 : 1)).slice(0, most)
    },
  }
}
