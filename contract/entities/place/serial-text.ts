/** Most characters of the serial numbers of one line. */
export const mostSerialText = 40_000
