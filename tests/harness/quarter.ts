const quarters = 4
const msPerDay = 24 * 60 * 60 * 1000

const chosen = process.env.TEST_QUARTER ?? (process.env.TEST_LONG ? 'all' : String(Math.floor(Date.now() / msPerDay) % quarters))

/**
 * The part of seeds and calls that a run takes: 0 to 3, another one each day (UTC), or all of them. TEST_QUARTER chooses one, so that a failure is
 * repeated on another day; the long run takes all.
 */
export const quarter: number | 'all' = chosen === 'all' ? 'all' : Number(chosen)

/** The entries of a list that belong to this run. */
export const inQuarter = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => quarter === 'all' || at % quarters === quarter)

/** The first seed of this run and the number of its seeds, of `all` seeds that begin with 1. */
export const seedsInQuarter = (all: number): { readonly first: number; readonly count: number } => {
  if (quarter === 'all') return { first: 1, count: all }
  const count = Math.ceil(all / quarters)
  return { first: 1 + quarter * count, count }
}

/** The pages of this run, half of them: the same for two days, on which it takes the colours of two days. */
export const inHalf = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => quarter === 'all' || at % 2 === Math.floor(quarter / 2))
