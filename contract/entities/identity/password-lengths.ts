/** Fewest characters that the document asks for; a tenant may ask for more. */
export const documentShortest = 6
/** Fewest and most that a tenant may ask for; new ones start with the fewest. */
export const shortestRange = { min: 8, max: 64 } as const
export const longestPassword = 128
/** Validity in days of a password that another person set. */
export const firstPasswordDays = 7
