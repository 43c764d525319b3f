/**
 * Browser tests that are not mixed with the others: many phones at once, a program that is killed, a network that breaks, a change that has to be
 * seen within seconds.
 */
export const aloneFiles: readonly string[] = ['live', 'phone-faults', 'phone-store-faults', 'three-phones'].map(
  (name) => `e2e/${name}.spec.ts`,
)

/** Browser tests beside others that need Background Sync, which only the whole Chromium has. */
export const backgroundSyncFiles: readonly string[] = ['e2e/phone.spec.ts']

/** Why a browser test did not run that would have begun after `E2E_UNTIL`, a time in ms since 1970. */
export const outOfTime = 'the time of the run is over'

/** What the measured files take for each of their lines. */
const secondsPerLine = 0.35

/** Seconds of a file that was never measured, by its length. */
export const guessedSeconds = (text: string): number => text.split('\n').length * secondsPerLine

/**
 * Divides files into lists that take about the same time: the longest first, each to the list that has least. The same files and times make the
 * same lists, and each list is in the order of the names, so that files share their programs in every run alike.
 */
export const portions = (files: readonly string[], seconds: Readonly<Record<string, number>>, count: number): string[][] => {
  const cost = (file: string): number => seconds[file]!
  const lists = Array.from({ length: count }, () => ({ files: [] as string[], sum: 0 }))
  for (const file of files.toSorted((a, b) => cost(b) - cost(a) || a.localeCompare(b, 'en'))) {
    const list = lists.reduce((least, one) => (one.sum < least.sum ? one : least))
    list.files.push(file)
    list.sum += cost(file)
  }
  return lists.map((list) => list.files.sort())
}
