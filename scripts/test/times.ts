import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Stage } from './costs.ts'

const file = 'node_modules/.cache/wardkeeper-test-times.json'

/** Seconds by test file, as the last runs on this machine measured them. */
export const knownTimes = (): Readonly<Record<string, number>> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, number>
  } catch {
    return {}
  }
}

/** Keeps what the files of these stages took; a file that ran on two versions of PostgreSQL keeps the newest one's. */
export const rememberTimes = (stages: readonly Stage[]): void => {
  const measured = stages.toReversed().flatMap((stage) => stage.files.map((one): [string, number] => [one.file, one.seconds]))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...knownTimes(), ...Object.fromEntries(measured) }))
}
