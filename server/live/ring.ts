/** The newest entries of an endless list, each by its number. */
export interface Ring<T> {
  /** The number of the newest entry; 0 before the first one. */
  newest(): number
  add(entry: T): number
  /** The entries after a number, oldest first; undefined when some of them are gone or the number was never given. */
  after(number: number): readonly T[] | undefined
}

/** A ring of so many entries at most. */
export function ringOf<T>(most: number): Ring<T> {
  const kept: T[] = []
  let newest = 0
  return {
    newest: () => newest,
    add(entry) {
      kept[newest % most] = entry
      return ++newest
    },
    after(number) {
      if (number > newest || number < newest - most || number < 0) return undefined
      return Array.from({ length: newest - number }, (_, at) => kept[(number + at) % most]!)
    },
  }
}
