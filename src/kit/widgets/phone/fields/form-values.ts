/** Form values by wire name: texts as typed, photos with their bytes. */
export type Values = Readonly<Record<string, unknown>>

/** Problems by wire name, with the index for entries. */
export type Problems = Readonly<Record<string, string>>
