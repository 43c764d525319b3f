/** Free words of the desk. */
export const deskZh = {} as const
