/** What a form holds by wire name: texts as typed, photos with their bytes. */
export type Values = Readonly<Record<string, unknown>>

/** What is wrong, by wire name with the index of an item. */
export type Problems = Readonly<Record<string, string>>
