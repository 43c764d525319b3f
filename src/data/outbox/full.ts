/** Whether an error says that the phone has no room left; nothing of what was to be written is stored then. */
export const isFull = (error: unknown): boolean => {
  for (let one = error; one instanceof Error; one = (one as { inner?: unknown }).inner) {
    if (one.name === 'QuotaExceededError' || /quota/i.test(one.message)) return true
    if ((one as { inner?: unknown }).inner === one) return false
  }
  return false
}
