import { daysAfter } from './day.ts'
import type { Entity } from './entity.ts'
import type { Wanted } from './measure.ts'
import type { Words } from './words.ts'

/** processed: work to do; apply: the person's own requests that are open; uninspected: lines that running checks have not counted; warn: overdue or due soon. */
export type HomeKind = 'processed' | 'apply' | 'uninspected' | 'warn'

/** Which tenants a fact is about; hospitals when absent. */
type Tenants = 'platform' | 'all'

interface Offered {
  readonly in?: Tenants
  /** Rights that a person needs beside the right to list the rows. */
  readonly has?: readonly string[]
  /** Rights of people who get another figure, or whom it does not concern. */
  readonly lacks?: readonly string[]
}

/**
 * A count on the first page. It counts the rows that the list of the entity shows for `where`, within the right and the scope of the person, and leads there. Filters take
 * three words beside values: `_own` is the person or the person's department, `_today` and `_today-3` are days.
 */
export interface HomeFigure extends Words, Offered {
  readonly name: string
  readonly kind: HomeKind
  readonly of: Entity
  /** Page of the desk that lists the rows. */
  readonly page: string
  /** Filters by the name of the field. */
  readonly where: Wanted
  readonly tone: 'plain' | 'busy' | 'warn' | 'bad'
  /** One count for each row that the link `by` names, of those for which `where` holds. */
  readonly each?: { readonly by: string; readonly of: Entity; readonly where: Wanted }
  /** What it means, in one sentence. */
  readonly hint: Words
}

/** A help entry. With `done` it is a first step, which is done as soon as there are more than `than` rows. */
export interface HomeHelp extends Words, Offered {
  readonly name: string
  readonly hint: Words
  readonly page: string
  readonly done?: { readonly of: Entity; readonly than?: number }
  /** Its place among the steps. */
  readonly order: number
}

/** What a module brings to the first page. */
export interface HomeFacts {
  readonly figures?: readonly HomeFigure[]
  readonly help?: readonly HomeHelp[]
}

/** The entities that figures and help count, gathered from the modules: what the calls of the first page read. */
export const homeReads: string[] = []

/** Adds what a module counts on the first page. */
export function gatherHome({ figures = [], help = [] }: HomeFacts): void {
  const seen = [
    ...figures.flatMap(({ of, each }) => [of.name, ...(each ? [each.of.name] : [])]),
    ...help.flatMap(({ done }) => (done ? [done.of.name] : [])),
  ]
  homeReads.push(...seen.filter((name, index) => seen.indexOf(name) === index && !homeReads.includes(name)))
}

/** Whether a person with these rights gets a fact of the first page. */
export const isOffered = (fact: Offered, rights: ReadonlySet<string>, isPlatform: boolean): boolean =>
  (fact.in === 'all' || (fact.in === 'platform') === isPlatform) &&
  (fact.has ?? []).every((right) => rights.has(right)) &&
  !(fact.lacks ?? []).some((right) => rights.has(right))

const word = /^_today([+-]\d+)?$/

/** A filter with its word for a day read: `_today-3` of 2026-11-22 is `2026-11-19`. */
export function dayWord(value: string, today: string): string {
  const found = word.exec(value)
  return found ? daysAfter(today, Number(found[1] ?? 0)) : value
}
