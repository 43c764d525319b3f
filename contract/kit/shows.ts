/**
 * A value that a queued write shows in its row until the server's row comes: the moment of the write, the person, nothing, what was said in the field of
 * the body, or a number as it is.
 */
export type Shown = 'now' | 'me' | 'none' | `said.${string}` | number
/** Values shown, by the name with which they travel. */
export type Shows = Readonly<Record<string, Shown>>
