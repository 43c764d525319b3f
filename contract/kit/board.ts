import type { Entity } from './entity.ts'

/** How the state board of a list shows its rows. Fields that a hospital hides are left out. */
export interface BoardFacts<K extends string = string> {
  /** Names a card by the values of these fields; the title of the row then stands small below. The title when absent. */
  readonly heading?: readonly K[]
  /** What a card says below its name: who and where, how urgent. */
  readonly shows: readonly K[]
  /** Times of the row: the newest one says since when it is where it is. The creation while none is set; nothing is said where none is named: `[]`. */
  readonly since?: readonly K[]
  /** Links that rows can be grouped by in lanes, beside the departments and people of the data scope. */
  readonly lanes?: readonly K[]
}

/** The facts of a board with its entity. */
export interface Board extends BoardFacts {
  readonly entity: string
}

/** Declares the board of an entity. */
export const board = <E extends Entity>(of: E, facts: BoardFacts<keyof E['fields'] & string>): Board => ({ entity: of.name, ...facts })
