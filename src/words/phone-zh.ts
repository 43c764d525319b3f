/** Free words of the phone. */
export const phoneZh = {} as const
