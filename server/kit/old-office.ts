/** The first bytes of old Office files (.xls, .doc) and of password-protected ones. */
export const oldOffice = [0xd0, 0xcf, 0x11, 0xe0] as const
