import type { Person } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'

interface Visits {
  readonly count: number
  /** Milliseconds since 1970. */
  readonly last: number
}

const keyOf = (person: Person): string => `visits:${person.tenantId}:${person.user_id}`
const read = (person: Person): Readonly<Record<string, Visits>> => kept(keyOf(person)) ?? {}

/** Days after which a page that is not opened any more is forgotten. */
const daysKept = 30
/** Times that a page is opened until it counts as often used. */
const fewest = 3

/** Counts that the person has opened a page of the menu; remembered in this browser for this person and hospital. */
export function noteVisit(person: Person, path: string): void {
  const now = Date.now()
  const fresh = Object.entries(read(person)).filter(([, { last }]) => now - last < daysKept * 24 * 60 * 60_000)
  const before = Object.fromEntries(fresh)
  keep(keyOf(person), { ...before, [path]: { count: (before[path]?.count ?? 0) + 1, last: now } })
}

/** The addresses of the pages that the person opens often, the most used first. */
export const oftenUsed = (person: Person): string[] =>
  Object.entries(read(person))
    .filter(([, { count }]) => count >= fewest)
    .sort(([, one], [, other]) => other.count - one.count || other.last - one.last)
    .map(([path]) => path)
