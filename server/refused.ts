/** A reason not to start that the operator can act on: one sentence, no stack. The process prints it and exits with 1. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

const codeOf = (error: unknown): string => (error && typeof error === 'object' && 'code' in error ? String(error.code) : '')

/** True for a full disk, reported by the file system, PostgreSQL (53100) or the output of a child process. */
const isDiskFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', '53100'].includes(codeOf(error)) ||
  (error instanceof Error && /No space left on device|Disk quota exceeded/i.test(error.message))

/** The sentence for a failed start: known causes by name, the error's own words for the rest. */
export const refusalOf = (error: unknown, dataHome = 'the data folder'): StartRefused | undefined => {
  if (error instanceof StartRefused) return error
  if (isDiskFull(error))
    return new StartRefused(`The disk that holds ${dataHome} is full: free some space there and start again; nothing was lost.`)
  return undefined
}
