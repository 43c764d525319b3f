import { encode } from 'uqr'

/** The squares of a QR code without its margin; error level M. */
export const squaresOf = (text: string): boolean[][] => encode(text, { ecc: 'M', border: 0 }).data
