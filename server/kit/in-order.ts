/** Something with its place among others. */
export interface Ordered<T> {
  readonly order: number
  readonly is: T
}

/** The list with one more in its place, smaller first. `what` names it in the error thrown when the place is taken. */
export function placed<T>(all: readonly Ordered<T>[], is: T, order: number, what: string): readonly Ordered<T>[] {
  if (all.some((one) => one.order === order)) throw new Error(`two ${what} have the place ${order}: give one of them another order`)
  return [...all, { order, is }].sort((a, b) => a.order - b.order)
}
