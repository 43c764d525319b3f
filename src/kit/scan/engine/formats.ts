/** Code formats on labels of hospitals and manufacturers, with their names in the native and the html5-qrcode decoder. */
export const codeFormats = {
  QRCode: { native: 'qr_code', library: 0, isLinear: false },
  DataMatrix: { native: 'data_matrix', library: 6, isLinear: false },
  Code128: { native: 'code_128', library: 5, isLinear: true },
  Code39: { native: 'code_39', library: 3, isLinear: true },
  EAN13: { native: 'ean_13', library: 9, isLinear: true },
} as const satisfies Readonly<Record<string, { native: string; library: number; isLinear: boolean }>>

export type CodeFormat = keyof typeof codeFormats

const names = Object.keys(codeFormats) as CodeFormat[]

/** The formats that a page scans by default. */
export const usualFormats: readonly CodeFormat[] = names

/** Our format for a name of the native detector. */
export const ofNative = (format: string): CodeFormat | undefined => names.find((name) => codeFormats[name].native === format)

/** Our format for a number of html5-qrcode. */
export const ofLibrary = (format: number): CodeFormat | undefined => names.find((name) => codeFormats[name].library === format)

/** Our format for one of zxing; variants (`Code39Ext`, `MicroQRCode`) map to their family. */
export const ofZxing = (format: string, symbology: string): CodeFormat | undefined =>
  names.find((name) => name === format) ?? names.find((name) => name === symbology)
