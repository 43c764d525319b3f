/** Whether an error means that the phone's storage is full. Nothing of the write is stored then. */
export const isFull = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = (one as { inner?: unknown }).inner) {
    if (one.name === 'QuotaExceededError' || /quota/i.test(one.message)) return true
    if ((one as { inner?: unknown }).inner === one) return false
  }
  return false
}
