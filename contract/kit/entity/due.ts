import type { Wanted } from '../figures/measure.ts'
import type { Words } from '../words.ts'
import type { Entity } from './entity.ts'

interface DueFacts<K extends string> extends Words {
  /** The date or time at which a row is due. */
  readonly by: K
  /** Which rows are open, by field name. */
  readonly where?: Wanted
  /** The link whose title names a row, where the row's own title is only a number. */
  readonly about?: K
  /** Desk page of the list; a row opens there. */
  readonly page: string
}

/** Rows that are due on a day: they stand in the calendar of due things and in the feeds of people. */
export interface Due extends DueFacts<string> {
  readonly of: Entity
  /** `<entity>.<field>` */
  readonly name: string
}

/** Declares what is due of an entity. */
export const due = <E extends Entity>(of: E, facts: DueFacts<keyof E['fields'] & string>): Due => ({
  of,
  name: `${of.name}.${facts.by}`,
  ...facts,
})

/** What is due, collected from the modules in their order, and the entities that it reads. */
export const dues: Due[] = []
export const dueReads: string[] = []

/** Registers what is due of a module. */
export function gatherDues(found: readonly Due[]): void {
  dues.push(...found.filter(({ name }) => !dues.some((one) => one.name === name)))
  dueReads.push(...dues.flatMap(({ of }) => (dueReads.includes(of.name) ? [] : [of.name])))
}
