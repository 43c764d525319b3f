/** The codes that labels of hospitals and makers carry, with the names that the three decoders have for them. */
export const codeFormats = {
  QRCode: { native: 'qr_code', library: 0, isLinear: false },
  DataMatrix: { native: 'data_matrix', library: 6, isLinear: false },
  Code128: { native: 'code_128', library: 5, isLinear: true },
  Code39: { native: 'code_39', library: 3, isLinear: true },
  EAN13: { native: 'ean_13', library: 9, isLinear: true },
} as const satisfies Readonly<Record<string, { native: string; library: number; isLinear: boolean }>>

export type CodeFormat = keyof typeof codeFormats

const names = Object.keys(codeFormats) as CodeFormat[]

/** What a page looks for when it does not say so. */
export const usualFormats: readonly CodeFormat[] = names

/** Our name for a format of the native detector. */
export const ofNative = (format: string): CodeFormat | undefined => names.find((name) => codeFormats[name].native === format)

/** Our name for a format of html5-qrcode. */
export const ofLibrary = (format: number): CodeFormat | undefined => names.find((name) => codeFormats[name].library === format)

/** Our name for a format of zxing, whose variants (`Code39Ext`, `MicroQRCode`) count as their family. */
export const ofZxing = (format: string, symbology: string): CodeFormat | undefined =>
  names.find((name) => name === format) ?? names.find((name) => name === symbology)
