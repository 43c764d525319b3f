import type { Entity } from './entity.ts'

/** How the calendar of a list shows rows. Fields that a hospital hides are left out. */
export interface CalendarFacts<K extends string = string> {
  /** The date on which a row stands. A row that the person may edit is moved to another day by changing it, unless it is read only. */
  readonly by: K
  /** The fields that a row's entry shows; the row's title if absent. */
  readonly heading?: readonly K[]
}

/** The facts of a calendar with its entity. */
export interface Calendar extends CalendarFacts {
  readonly entity: string
}

/** Declares the calendar of an entity. */
export const calendar = <E extends Entity>(of: E, facts: CalendarFacts<keyof E['fields'] & string>): Calendar => ({
  entity: of.name,
  ...facts,
})
