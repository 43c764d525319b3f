import { entityNamed } from '#contract/registry.ts'
import { recountSql, tallySql } from '#server/kit/counts/tally-table.ts'
import { createLineSync } from '#server/kit/lines/sync-lines.ts'
import { titleSql } from '#server/kit/read/title-table.ts'
import { createTable } from '#server/kit/table.ts'
import { serverModules } from '#server/modules.ts'

// `npx tsx scripts/print-table.ts devicePart` prints a new table; `--tally device` what its counts are kept by, and how they are counted again.
const isTally = process.argv.includes('--tally')
for (const name of process.argv.slice(2).filter((one) => one !== '--tally')) {
  const of = entityNamed(name)
  const tallies = serverModules.flatMap((module) => module.tallies ?? []).filter((one) => one.of.name === name)
  const scope = of.offline?.scope
  const link = scope?.by === 'parent' ? of.fields[scope.field] : undefined
  const lines = link?.kind === 'link' ? createLineSync(of, entityNamed(link.to)) : ''
  process.stdout.write(
    isTally ? tallies.map((one) => `${tallySql(one)}\n${recountSql(one)}`).join('\n') : `${createTable(of)}${titleSql(of)}${lines}\n`,
  )
}
