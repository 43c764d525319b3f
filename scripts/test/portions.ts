import { readdirSync } from 'node:fs'
import { aloneFiles, browserRuns, portions } from './browser-parts.ts'
import { knownTimes } from './times.ts'

// Prints the last list of `browserRuns` with about the same time in each run, from the last runs on this machine: `npx tsx scripts/test/portions.ts`.
const files = readdirSync('e2e')
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => `e2e/${name}`)
  .filter((file) => !aloneFiles.includes(file))
for (const run of portions(files, knownTimes(), browserRuns.at(-1)!.length))
  console.log(run.map((file) => file.replace(/^e2e\/(.+)\.spec\.ts$/, '$1')))
