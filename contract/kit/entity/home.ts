import type { Wanted } from '../figures/measure.ts'
import { daysAfter } from '../time/day.ts'
import type { Words } from '../words.ts'
import type { Entity } from './entity.ts'

/**
 * processed: work to do; apply: the person's own open requests; uninspected: lines not yet counted in running checks; warn: overdue or due
 * soon.
 */
export type HomeKind = 'processed' | 'apply' | 'uninspected' | 'warn'

/** The tenants that a fact concerns; hospitals if absent. */
type Tenants = 'platform' | 'all'

interface Offered {
  readonly in?: Tenants
  /** Rights that a person needs besides the right to list the rows. */
  readonly has?: readonly string[]
  /** Rights that exclude a person, because another figure serves them or this one does not concern them. */
  readonly lacks?: readonly string[]
}

/**
 * A count on the first page with a link to its rows: the rows of the entity's list that match `where`, within the person's rights and
 * scope. Filters may use three placeholders: `_own` is the person or the person's department, `_today` and `_today-3` are days.
 */
export interface HomeFigure extends Words, Offered {
  readonly name: string
  readonly kind: HomeKind
  readonly of: Entity
  /** Desk page that lists the rows. */
  readonly page: string
  /** Filters by field name. */
  readonly where: Wanted
  readonly tone: 'plain' | 'busy' | 'warn' | 'bad'
  /** One count per row that the link `by` refers to, for those rows that match `where`. */
  readonly each?: { readonly by: string; readonly of: Entity; readonly where: Wanted }
  /** Its meaning in one sentence. */
  readonly hint: Words
}

/** A help entry. With `done` it is a first step, completed once there are more than `than` rows. */
export interface HomeHelp extends Words, Offered {
  readonly name: string
  readonly hint: Words
  readonly page: string
  readonly done?: { readonly of: Entity; readonly than?: number }
  /** Its position among the steps. */
  readonly order: number
}

/** What a module adds to the first page. */
export interface HomeFacts {
  readonly figures?: readonly HomeFigure[]
  readonly help?: readonly HomeHelp[]
}

/** The entities that figures and help count, collected from the modules: what the calls of the first page read. */
export const homeReads: string[] = []

/** Registers the figures and help of a module. */
export function gatherHome({ figures = [], help = [] }: HomeFacts): void {
  const seen = [
    ...figures.flatMap(({ of, each }) => [of.name, ...(each ? [each.of.name] : [])]),
    ...help.flatMap(({ done }) => (done ? [done.of.name] : [])),
  ]
  homeReads.push(...seen.filter((name, index) => seen.indexOf(name) === index && !homeReads.includes(name)))
}

/** Whether a person with these rights gets an entry of the first page. */
export const isOffered = (fact: Offered, rights: ReadonlySet<string>, isPlatform: boolean): boolean =>
  (fact.in === 'all' || (fact.in === 'platform') === isPlatform) &&
  (fact.has ?? []).every((right) => rights.has(right)) &&
  !(fact.lacks ?? []).some((right) => rights.has(right))

const word = /^_today([+-]\d+)?$/

/** Resolves the day placeholder in a filter: `_today-3` on 2026-11-22 is `2026-11-19`. */
export function dayWord(value: string, today: string): string {
  const found = word.exec(value)
  return found ? daysAfter(today, Number(found[1] ?? 0)) : value
}
