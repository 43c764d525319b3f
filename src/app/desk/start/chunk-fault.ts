/** How long the program of a page may take to be loaded, in milliseconds. */
export const chunkLoadMs = 120_000

const late = 'Loading chunk timed out'

/** The fault of a part of the program that has not come in time. */
export const chunkTimeout = (): Error => new Error(`${late} after ${chunkLoadMs / 1000} s`)

// What Chromium, Firefox and Safari say of a module that cannot be loaded, and Vite of a style sheet.
const sayings = /dynamically imported module|importing a module script failed|error loading dynamically|unable to preload|module script/i

/** Whether a part of the program could not be loaded: there is no network, or an update has replaced it. */
export const isChunkFault = (fault: unknown): boolean =>
  fault instanceof Error && (fault.message.startsWith(late) || sayings.test(fault.message))
