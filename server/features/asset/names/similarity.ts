import { setImmediate } from 'node:timers/promises'
import { type KnownName, nameIndex } from './name-index.ts'
import { learnSyllables } from './pinyin.ts'
import type { Decision, Meaning, NameGround, NameProvider } from './provider.ts'
import { nameKey } from './units.ts'

/** Meanings of a name that are told. */
const mostMeanings = 5
/** Below it a likeness is chance. */
const leastScore = 0.2
/** So many names are compared before others get their turn. */
const atOnce = 50

type Said = Pick<Meaning, 'standardName' | 'classId'>

/** What the index knows: the dictionary, the classes under their own names, and names that people accepted. */
function knownNames({ classes, dictionary, decisions }: NameGround): KnownName<Said>[] {
  return [
    ...classes.map(({ id, name }) => ({ name, of: { standardName: name, classId: id }, trust: 0.8 })),
    ...dictionary.flatMap(({ names, standardName, classId }) => names.map((name) => ({ name, of: { standardName, classId } }))),
    ...decisions.flatMap(({ name, isAccepted, standardName, classId }) =>
      isAccepted && standardName ? [{ name, of: { standardName, classId }, trust: 0.95 }] : [],
    ),
  ]
}

const meaningKey = ({ standardName, classId }: Pick<Decision, 'standardName' | 'classId'>): string => classId ?? `name ${standardName}`

/** Decisions by the key of their names: the newest acceptance, and what was refused since. */
function decidedNames(decisions: readonly Decision[]) {
  const accepted = new Map<string, Decision>()
  const refused = new Map<string, Set<string>>()
  for (const one of decisions) {
    const key = nameKey(one.name)
    if (one.isAccepted) {
      if (!accepted.has(key) && !refused.get(key)?.has(meaningKey(one))) accepted.set(key, one)
    } else if (!accepted.has(key)) refused.set(key, (refused.get(key) ?? new Set()).add(meaningKey(one)))
  }
  return { accepted, refused }
}

/** The best meaning of each class; a class is proposed once, under the name that fits best. */
function eachOnce(meanings: readonly Meaning[]): Meaning[] {
  const best = new Map<string, Meaning>()
  for (const one of meanings) if (!best.has(meaningKey(one))) best.set(meaningKey(one), one)
  return [...best.values()].slice(0, mostMeanings)
}

/** Proposes by likeness of spelling and sound. An accepted name stands first with full score, a refused meaning is not proposed for the same name again. */
export const similarity: NameProvider = {
  name: 'similarity',
  async propose(names, ground) {
    const known = knownNames(ground)
    await learnSyllables([...known.map(({ name }) => name), ...names])
    const index = nameIndex(known)
    const { accepted, refused } = decidedNames(ground.decisions)
    const found: Meaning[][] = []
    for (const name of names) {
      if (found.length % atOnce === atOnce - 1) await setImmediate()
      const key = nameKey(name)
      const before = accepted.get(key)
      const sure = before?.standardName
        ? [{ standardName: before.standardName, classId: before.classId, score: 1, matchedWith: before.name }]
        : []
      const alike = index
        .match(name, 4 * mostMeanings)
        .filter(({ of, score }) => score >= leastScore && !refused.get(key)?.has(meaningKey(of)))
        .map(({ of, score, by }) => ({ ...of, score, matchedWith: by }))
      found.push(eachOnce([...sure, ...alike]))
    }
    return found
  },
}
