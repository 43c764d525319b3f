/** Address of the cold chain report. */
export const coldChainPath = '/form/iot/cold-chain'
