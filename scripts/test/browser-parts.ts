/**
 * Browser tests that take both cores for themselves: many phones at once, a program that is killed, a network that breaks, a change that has to be
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
 * Divides files into two lists that take about the same time: the longest first, each to the list that has less. The same files and times make the
 * same lists, and each list is in the order of the names, so that files share their programs in every run alike.
 */
export const halves = (files: readonly string[], seconds: Readonly<Record<string, number>>): readonly [string[], string[]] => {
  const cost = (file: string): number => seconds[file]!
  const lists: [string[], string[]] = [[], []]
  const sums = [0, 0]
  for (const file of files.toSorted((a, b) => cost(b) - cost(a) || a.localeCompare(b, 'en'))) {
    const at = sums[0]! <= sums[1]! ? 0 : 1
    lists[at].push(file)
    sums[at]! += cost(file)
  }
  for (const list of lists) list.sort()
  return lists
}
