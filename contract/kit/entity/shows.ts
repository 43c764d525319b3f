/**
 * A value that a queued write shows in its row until the server's row arrives: the time of the write, the person, nothing, a field of the
 * body, or a number.
 */
export type Shown = 'now' | 'me' | 'none' | `said.${string}` | number
/** Shown values by wire name. */
export type Shows = Readonly<Record<string, Shown>>
