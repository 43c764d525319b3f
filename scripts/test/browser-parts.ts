import { readdirSync } from 'node:fs'

/**
 * Runs of browser tests, list by list, with the files of each; runs of one list may be made at the same time. The files of a run share a program, and the
 * runs are written down here so that a new file changes no other: it is the last of the last run.
 * Two runs of a list are made at a time, so that an even number of about the same length leaves neither alone at the end.
 * `npx tsx scripts/test/portions.ts` prints runs of the same length from the times of this machine.
 */
export const browserRuns: readonly (readonly (readonly string[])[])[] = [
  // Not mixed with the others: many phones at once, a program that is killed, a network that breaks, a change that has to be seen within seconds.
  [['phone-faults'], ['live', 'phone-store-faults'], ['three-phones']],
  [
    [
      'axe',
      'desk',
      'desk-check',
      'desk-record',
      'desk-repair',
      'device-page',
      'emergency-phone',
      'labels',
      'phone-blind',
      'phone-check',
      'phone-files',
      'phone-pages',
      'provider-form',
      'provider-walk',
      'search',
      'second-factor',
      'sensor-walk',
      'shell-session',
    ],
    [
      'approval-notices',
      'custody-walk',
      'desk-file',
      'desk-home',
      'desk-list-tools',
      'desk-measures',
      'dialogs',
      'disposal-walk',
      'floor-plan',
      'jobs',
      'own-site',
      'phone',
      'phone-day',
      'phone-settle',
      'pool',
      'register-walk',
    ],
    [
      'boards',
      'capture-walk',
      'depreciation',
      'desk-charts',
      'desk-late',
      'desk-list',
      'flow-designer',
      'flow-people',
      'import-upload',
      'label-report',
      'markup',
      'nameplate',
      'own-board',
      'passkey',
      'phone-back',
      'phone-bars',
      'phone-checklist',
      'phone-maintenance',
      'phone-note',
      'phone-taps',
      'push',
      'quality-walk',
      'round-walk',
      'shell-dialogs',
      'shell-frame',
      'sign-in-ways',
      'walk',
    ],
    [
      'admin-walk',
      'desk-access',
      'dictionary',
      'first-day',
      'import',
      'kanban',
      'people',
      'phone-repair',
      'scanner',
      'three-administrators',
      'three-scopes',
    ],
  ],
]

const pathOf = (name: string): string => `e2e/${name}.spec.ts`

/** The files of the first list, which nothing else runs beside. */
export const aloneFiles: readonly string[] = browserRuns[0]!.flat().map(pathOf)

/** Browser tests beside others that need Background Sync, which only the whole Chromium has. */
export const backgroundSyncFiles: readonly string[] = ['e2e/phone.spec.ts']

/** Browser tests beside others that work for long in one page, so that Chromium's optimising compiler pays: axe takes two thirds of the time with it. */
export const optimisedFiles: readonly string[] = ['e2e/axe.spec.ts']

/** Why a browser test did not run that would have begun after `E2E_UNTIL`, a time in ms since 1970. */
export const outOfTime = 'the time of the run is over'

export interface BrowserRun {
  readonly name: string
  /** Flags and files for Playwright. */
  readonly flags: readonly string[]
}

type Runs = readonly (readonly (readonly string[])[])[]

/** The runs with the paths of the files that are present; files that no run names are the last of the last run. */
export const runsOf = (present: readonly string[], runs: Runs = browserRuns): Runs => {
  const named = new Set(runs.flat(2).map(pathOf))
  const further = present.filter((file) => !named.has(file)).sort()
  return runs.map((list, at) =>
    list.map((names, place) => [
      ...names.map(pathOf).filter((file) => present.includes(file)),
      ...(at === runs.length - 1 && place === list.length - 1 ? further : []),
    ]),
  )
}

/** All browser tests as runs of Playwright: those of one list beside each other, lists one after the other. */
export const browserLists = (): readonly (readonly BrowserRun[])[] => {
  const present = readdirSync('e2e')
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `e2e/${name}`)
  return runsOf(present).map((list, at) =>
    list.flatMap((files, place) => {
      const [name, projects] = at === 0 ? ['alone', ['alone']] : ['beside', ['beside', 'with-sync', 'optimised']]
      const flags = [...projects.map((one) => `--project=${one}`), ...files]
      return files.length > 0 ? [{ name: `${name}-${place + 1}`, flags }] : []
    }),
  )
}

/** Divides files into lists that take about the same time: the longest first, each to the list that has least. */
export const portions = (files: readonly string[], seconds: Readonly<Record<string, number>>, count: number): string[][] => {
  const lists = Array.from({ length: count }, () => ({ files: [] as string[], sum: 0 }))
  const cost = (file: string): number => seconds[file] ?? 0
  for (const file of files.toSorted((a, b) => cost(b) - cost(a) || a.localeCompare(b, 'en'))) {
    const list = lists.reduce((least, one) => (one.sum < least.sum ? one : least))
    list.files.push(file)
    list.sum += cost(file)
  }
  return lists.map((list) => list.files.sort())
}
