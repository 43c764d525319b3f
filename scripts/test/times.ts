import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Stage } from './costs.ts'

const file = 'node_modules/.cache/wardkeeper-test-times.json'
/** Measured once on two quiet cores, for a clone that has run no tests yet. */
const typicalFile = 'scripts/test/typical-seconds.json'

const read = (path: string): Record<string, number> => {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

/** Seconds by test file as they were once measured: the same on every machine. */
export const typicalTimes = (): Readonly<Record<string, number>> => read(typicalFile)

/** Seconds by test file, as the last runs on this machine measured them. */
export const knownTimes = (): Readonly<Record<string, number>> => ({ ...typicalTimes(), ...read(file) })

/** Keeps what the files of these stages took; a file that ran on two versions of PostgreSQL keeps the newest one's. */
export const rememberTimes = (stages: readonly Stage[]): void => {
  const measured = stages.toReversed().flatMap((stage) => stage.files.map((one): [string, number] => [one.file, one.seconds]))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...read(file), ...Object.fromEntries(measured) }))
}
