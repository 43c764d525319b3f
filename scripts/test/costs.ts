import type { Kind } from './kinds.ts'
import type { FileCost } from './reports.ts'

/** A measured part of the run: wall-clock seconds and the seconds of its files, which run side by side. */
export interface Stage {
  readonly name: string
  readonly seconds: number
  readonly files: readonly FileCost[]
}

export interface Families {
  /** Families that are declared. */
  readonly all: number
  /** Families that the battery runs on. */
  readonly battery: number
  /** Families of the finished product. */
  readonly later: number
}

/** Seconds that a file will take with the families of the finished product: new families are plain ones and all are in the battery. */
const laterSeconds = (kind: Kind, seconds: number, { all, battery, later }: Families): number => {
  if (kind === 'kit') return seconds
  return kind === 'battery' ? (seconds * (battery + later - all)) / battery : (seconds * later) / all
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

const kinds: readonly Kind[] = ['battery', 'every family', 'module', 'kit']

interface Row {
  readonly name: string
  readonly files: number
  readonly tests: number
  readonly seconds: number
  readonly later: number
}

/** Rows per stage and kind. A stage's wall clock grows as the sum of its files does; a stage without files stays as it is. */
export const costRows = (stages: readonly Stage[], families: Families, kindOf: (file: string) => Kind): Row[] =>
  stages.flatMap((stage): Row[] => {
    const rows = kinds.flatMap((kind): Row[] => {
      const files = stage.files.filter(({ file }) => kindOf(file) === kind)
      const seconds = sum(files.map((one) => one.seconds))
      const later = laterSeconds(kind, seconds, families)
      return files.length > 0 ? [{ name: `  ${kind}`, files: files.length, tests: sum(files.map((one) => one.tests)), seconds, later }] : []
    })
    const [now, later] = [sum(rows.map((row) => row.seconds)), sum(rows.map((row) => row.later))]
    const whole = { name: stage.name, files: stage.files.length, tests: sum(stage.files.map((one) => one.tests)) }
    return [{ ...whole, seconds: stage.seconds, later: now > 0 ? (stage.seconds * later) / now : stage.seconds }, ...rows]
  })

const minutes = (seconds: number): string => (seconds / 60).toFixed(1)
const line = (name: string, cells: readonly (string | number)[]): string =>
  `${name.padEnd(34)}${cells.map((cell) => String(cell).padStart(9)).join('')}`

/** The titles under which the battery runs, `<family>: what every family keeps`. */
const batteryTitle = /^(\w+): what every family keeps$/

/** Seconds of each family in the battery of a stage, the most expensive first. */
export const familySeconds = (stage: Stage): [family: string, seconds: number][] =>
  stage.files
    .flatMap(({ groups }) => Object.entries(groups))
    .flatMap(([title, seconds]): [string, number][] => {
      const family = batteryTitle.exec(title)?.[1]
      return family ? [[family, seconds]] : []
    })
    .sort((a, b) => b[1] - a[1])

interface WholeRun {
  /** Seconds from its begin to its end; stages overlap. */
  readonly seconds: number
  /** Minutes that it may take with the families of the finished product. */
  readonly aimMinutes: number
  readonly kindOf: (file: string) => Kind
}

/** The table at the end of a run. Seconds of kinds are added over files that run side by side; the whole grows as the sum of its stages does. */
export const costTable = (stages: readonly Stage[], families: Families, { seconds, aimMinutes, kindOf }: WholeRun): string[] => {
  const rows = costRows(stages, families, kindOf)
  const whole = rows.filter((row) => !row.name.startsWith(' '))
  const growth = sum(whole.map((row) => row.later)) / sum(whole.map((row) => row.seconds))
  const perFamily = stages.flatMap((stage) => {
    const found = familySeconds(stage)
    const shown = found.slice(0, 5).map(([family, seconds]) => `${family} ${seconds.toFixed(1)}`)
    return found.length > 0
      ? [`Battery, ${stage.name}: ${(sum(found.map(([, one]) => one)) / found.length).toFixed(1)} s a family (${shown.join(', ')})`]
      : []
  })
  const dearest = stages
    .flatMap((stage) => stage.files.map((one) => ({ ...one, stage: stage.name })))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
  return [
    line(`seconds, ${families.all} families`, ['files', 'tests', 'now', 'a file', `at ${families.later}`]),
    ...rows.map((row) =>
      line(row.name, [
        row.files || '',
        row.tests || '',
        row.seconds.toFixed(0),
        row.files > 0 ? (row.seconds / row.files).toFixed(1) : '',
        row.later.toFixed(0),
      ]),
    ),
    ...perFamily,
    `Dearest files: ${dearest.map((one) => `${one.file} ${one.seconds.toFixed(0)}`).join(', ')}`,
    `The whole: ${minutes(seconds)} minutes; with ${families.later} families ${minutes(seconds * growth)} (aim: under ${aimMinutes})`,
  ]
}
