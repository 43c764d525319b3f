import type { Wanted } from '../figures/measure.ts'
import type { Entity } from './entity.ts'

interface ChapterFacts<K extends string> {
  /** The link to the device. */
  readonly by: K
  readonly columns: readonly K[]
  /** Which rows belong into the archive, by field name; all when absent. */
  readonly where?: Wanted
  /** Place among the chapters, in steps of ten. */
  readonly order: number
}

/** Rows of an entity that belong into the archive of a device. */
export interface Chapter extends ChapterFacts<string> {
  readonly of: Entity
}

/** Declares a chapter of the archive of a device. */
export const chapter = <E extends Entity>(of: E, facts: ChapterFacts<keyof E['fields'] & string>): Chapter => ({ of, ...facts })

/** The chapters of all modules, in the order of their places. */
export const chapters: Chapter[] = []

/** Registers the chapters of a module. */
export function gatherChapters(found: readonly Chapter[]): void {
  chapters.push(...found.filter(({ of }) => !chapters.some((one) => one.of.name === of.name)))
  chapters.sort((one, other) => one.order - other.order)
}
