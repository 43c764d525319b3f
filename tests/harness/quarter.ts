const quarters = 4
const eighths = 8
const msPerDay = 24 * 60 * 60 * 1000

const chosen = process.env.TEST_QUARTER ?? (process.env.TEST_LONG ? 'all' : String(Math.floor(Date.now() / msPerDay) % eighths))

/**
 * The day of this run among eight days (UTC), or all of them. TEST_QUARTER chooses one, so that a failure is repeated on another day; the long run takes
 * all.
 */
export const dayOfEight: number | 'all' = chosen === 'all' ? 'all' : Number(chosen) % eighths

/** The part of seeds and calls that a run takes: 0 to 3, another one each day, the same four days later; or all of them. */
export const quarter: number | 'all' = dayOfEight === 'all' ? 'all' : dayOfEight % quarters

/** A quarter of the entries of a list, all in four days. */
export const inQuarter = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => quarter === 'all' || at % quarters === quarter)

/** The entries of a list that belong to this run: one of eight, all in eight days. */
export const inEighth = <T>(all: readonly T[]): readonly T[] => all.filter((_, at) => dayOfEight === 'all' || at % eighths === dayOfEight)

/** The first seed of this run and the number of its seeds, of `all` seeds that begin with 1. */
export const seedsInQuarter = (all: number): { readonly first: number; readonly count: number } => {
  if (quarter === 'all') return { first: 1, count: all }
  const count = Math.ceil(all / quarters)
  return { first: 1 + quarter * count, count }
}

/**
 * Half of the entries of a list: the same for two days of four, the others on the next two. `shift` 1 takes the other half on each day: who is one of several
 * asks one half and who is next the other, so that all together ask everything in each run.
 */
export const inHalf = <T>(all: readonly T[], shift = 0): readonly T[] =>
  all.filter((_, at) => quarter === 'all' || (at + shift) % 2 === Math.floor(quarter / 2))
