/**
 * The codes of a card that its lines carry to the phones of the counters, the surest first. A line keeps them under the names of the card, and they follow
 * the card while the check is open. `once`: no two cards of a tenant share it. A further code is added here, to both entities, and to `device_codes` in the
 * database.
 */
export const lineCodes = {
  qrToken: { once: true },
  rfidCode: { once: true },
  deviceCode: { once: true },
  assetsCode: { once: false },
  sn: { once: false },
} as const

export type LineCode = keyof typeof lineCodes

export const lineCodeFields = Object.keys(lineCodes) as LineCode[]
