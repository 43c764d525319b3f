import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openapi } from '#server/openapi.ts'
import { programVersion } from '#server/version.ts'
import { allFiles } from './test/graph.ts'
import { idGaps, type Requirement } from './test/named-ids.ts'

// What of the given specification is open: ids that no test names, and calls that the program does not answer.
// `npm run spec [-- --seed shell] [-- --area platform]` narrows ids by document, ids and calls by area.
process.chdir(fileURLToPath(new URL('../', import.meta.url)))
const given = fileURLToPath(new URL('../../shared/', import.meta.url))
const [facts, coverage] = [`${given}spec/requirements.json`, `${given}tools/spec-coverage.mjs`]

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv[at + 1]
}
const say = (line: string): void => void process.stdout.write(`${line}\n`)

function tellIds(): void {
  const [seed, area] = [option('--seed'), option('--area')]
  const all = (JSON.parse(readFileSync(facts, 'utf8')) as Requirement[]).filter(
    (one) => (!seed || one.seed === seed) && (!area || one.area === area),
  )
  const { missing, counts, unknown } = idGaps(all, allFiles())
  say('Ids that no test names:')
  for (const { id, area: part } of missing) say(`  ${id} (${part})`)
  for (const [document, { named, total }] of counts) say(`${document}: ${named} of ${total} ids are named by a test`)
  if (!seed && !area) for (const id of unknown) say(`A title names ${id}, which the specification does not have`)
}

function tellCalls(): void {
  const area = option('--area')
  say('Calls that are not answered:')
  process.stdout.write(
    execFileSync(process.execPath, [coverage, '-', '--missing', ...(area ? ['--area', area] : [])], {
      input: JSON.stringify(openapi(programVersion)),
      encoding: 'utf8',
    }),
  )
}

const absent = [facts, coverage].filter((path) => !existsSync(path))
if (absent.length > 0) {
  console.error('The specification does not lie beside this clone, so that nothing can be compared. These files are needed:')
  for (const path of absent) console.error(`  ${path}`)
  process.exitCode = 1
} else {
  tellIds()
  tellCalls()
}
