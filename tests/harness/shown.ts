import { vi } from 'vitest'

/** Waits until `look` throws nothing any more, for as long as a test may take, and says what it threw last. */
export const shown = <T>(look: () => T | Promise<T>): Promise<T> => vi.waitFor(look, { timeout: 4800, interval: 10 })
