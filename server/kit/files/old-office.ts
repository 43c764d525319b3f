/** The first bytes of legacy Office files (.xls, .doc) and of encrypted ones. */
export const oldOffice = [0xd0, 0xcf, 0x11, 0xe0] as const
