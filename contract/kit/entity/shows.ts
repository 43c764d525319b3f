/**
 * A value that follows from a write: the time of the write, the person, nothing, a field of the body, or a number. A step's `sets` are stored by the server; phones
 * show them, and further ones as `shows`, until the server's row arrives.
 */
export type Shown = 'now' | 'me' | 'none' | `said.${string}` | number
/** Such values by wire name. */
export type Shows = Readonly<Record<string, Shown>>
