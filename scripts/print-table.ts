import { entityNamed } from '#contract/registry.ts'
import { createLineSync } from '#server/kit/sync-lines.ts'
import { createTable } from '#server/kit/table.ts'

for (const name of process.argv.slice(2)) {
  const of = entityNamed(name)
  const scope = of.offline?.scope
  const link = scope?.by === 'parent' ? of.fields[scope.field] : undefined
  const lines = link?.kind === 'link' ? createLineSync(of, entityNamed(link.to)) : ''
  process.stdout.write(`${createTable(of)}${lines}\n`)
}
