/** `%`, `_` and `\` lose their meaning in a LIKE pattern. */
export const likeText = (value: string): string => value.replace(/[\\%_]/g, '\\$&')
