/** The entities whose labels phones scan, by name. */
export interface Labelled {
  readonly card: string
  readonly place: string
}

let given: Labelled | undefined

/** Hands in the entities of the module that owns them, at the start. */
export const giveLabelled = (names: Labelled): void => {
  given = names
}

/** The entities whose labels phones scan; they must have been handed in. */
export const labelledEntities = (): Labelled => given!
