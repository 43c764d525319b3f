/** How the columns and rows of a spreadsheet are matched with an entity. */
export interface ImportFacts {
  /** Fields that tell whether a row is there already, the strongest first; a set counts when its first field is filled. */
  readonly same: readonly (readonly string[])[]
  /** What people call the columns beside the labels of the fields. */
  readonly aliases: Readonly<Record<string, readonly string[]>>
  /** Largest number of rows in one file. */
  readonly maxRows: number
}
