import { entityNamed } from '#contract/registry.ts'
import { createTable } from '#server/kit/table.ts'

for (const name of process.argv.slice(2)) process.stdout.write(`${createTable(entityNamed(name))}\n`)
