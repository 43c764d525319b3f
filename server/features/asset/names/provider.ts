/** A class of the hospital's catalogue, with what it and the classes above it say. */
export interface CatalogueClass {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly riskLevel: string | null
  readonly usefulLifeMonths: number | null
  readonly measureType: string | null
}

/** A standard name of the hospital's dictionary. */
export interface DictionaryName {
  readonly names: readonly string[]
  /** What is proposed: in the language that was asked for. */
  readonly standardName: string
  readonly classId: string | null
}

/** What people decided about names before. */
export interface Decision {
  readonly name: string
  readonly isAccepted: boolean
  readonly standardName: string | null
  readonly classId: string | null
}

/** All that a proposal may be made from. */
export interface NameGround {
  readonly classes: readonly CatalogueClass[]
  readonly dictionary: readonly DictionaryName[]
  readonly decisions: readonly Decision[]
}

/** One meaning of a name. `score`: 0 to 1. */
export interface Meaning {
  readonly standardName: string
  readonly classId: string | null
  readonly score: number
  readonly matchedWith: string
}

/**
 * What proposes standard names. The built-in one compares names; a language model is plugged in as another one that answers the same: the meanings
 * of each name, best first, none where it knows none. Classes are named by ids of the ground.
 */
export interface NameProvider {
  readonly name: string
  propose(names: readonly string[], ground: NameGround): Promise<readonly (readonly Meaning[])[]>
}
