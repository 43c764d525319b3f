/** An item with its position. */
export interface Ordered<T> {
  readonly order: number
  readonly is: T
}

/** The list with one more item, in ascending order. Throws if the position is taken; `what` names the kind of item in the error. */
export function placed<T>(all: readonly Ordered<T>[], is: T, order: number, what: string): readonly Ordered<T>[] {
  if (all.some((one) => one.order === order)) throw new Error(`two ${what} have the place ${order}: give one of them another order`)
  return [...all, { order, is }].sort((a, b) => a.order - b.order)
}
