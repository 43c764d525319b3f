import type { Entity } from './entity.ts'

/** How the state board of a list shows rows. Fields that a hospital hides are left out. */
export interface BoardFacts<K extends string = string> {
  /** The fields that form a card's heading, with the row's title below in small print; only the title if absent. */
  readonly heading?: readonly K[]
  /** The fields below the heading: who, where, how urgent. */
  readonly shows: readonly K[]
  /** Times of the row: the newest one is shown as the start of the current state; the creation time if none is set; nothing for `[]`. */
  readonly since?: readonly K[]
  /** The time until which something has to be done about a row: shown in red once it has passed. */
  readonly due?: K
  /** Links by which rows can be grouped into lanes, besides departments and people of the data scope. */
  readonly lanes?: readonly K[]
}

/** The facts of a board with its entity. */
export interface Board extends BoardFacts {
  readonly entity: string
}

/** Declares the board of an entity. */
export const board = <E extends Entity>(of: E, facts: BoardFacts<keyof E['fields'] & string>): Board => ({ entity: of.name, ...facts })
