/** What a person's picture may be, by its content. */
export const avatarTypes: readonly string[] = ['image/jpeg', 'image/png']

/** Most bytes of it: 500 kb. */
export const avatarBytes = 500 * 1024

/** Shown for a person without a picture of their own: the logo of the program. */
export const noAvatar = '/favicon.svg'
