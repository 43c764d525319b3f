/** Escapes `%`, `_` and `\` for a LIKE pattern. */
export const likeText = (value: string): string => value.replace(/[\\%_]/g, '\\$&')
