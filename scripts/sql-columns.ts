import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Place } from './sql/check.ts'
import { allServerFiles } from './sql/modules.ts'
import { readProduct } from './sql/product.ts'
import { checkRowColumns } from './sql/row-columns.ts'

// Holds the columns and tables that SQL texts of the server name, and the columns that it reads from rows, against the migrations, without a database. What cannot be held has a number that may
// only fall; `--list` prints its places, `--lower` writes the number that is reached.
const limitFile = fileURLToPath(new URL('sql-columns.json', import.meta.url))
const { check, modules, schema } = await readProduct()
const { open, unread, held, read, ...texts } = check()
const rows = checkRowColumns(
  allServerFiles().flatMap((path) => modules.at(path) ?? []),
  schema,
)
const wrong = [...texts.wrong, ...rows.wrong]
const print = (places: readonly Place[], why: string): void => {
  for (const { path, line, said } of places) process.stdout.write(`${path}:${line} ${said}${why}\n`)
}

if (process.argv.includes('--list')) {
  print(open, ': its table is known only to the running program')
  print(unread, ': cannot be read')
}
if (wrong.length > 0) {
  print(wrong, '')
  console.error(`${wrong.length} names that the migrations do not know (places above).`)
  process.exitCode = 1
}
const limit = JSON.parse(readFileSync(limitFile, 'utf8')) as { readonly open: number; readonly unread: number }
const now = { open: open.length, unread: unread.length }
process.stdout.write(
  `Columns in SQL: ${held} held in ${read} texts; ${now.open} belong to tables that only the running program knows, ${now.unread} texts could not be read; ${rows.held} held at rows.\n`,
)
if (now.open > limit.open || now.unread > limit.unread) {
  console.error(
    `At most ${limit.open} columns and ${limit.unread} texts may be left: write the table into the text (\`npx tsx scripts/sql-columns.ts --list\` prints the places).`,
  )
  process.exitCode = 1
} else if (now.open < limit.open || now.unread < limit.unread) {
  if (process.argv.includes('--lower')) writeFileSync(limitFile, `{ "open": ${now.open}, "unread": ${now.unread} }\n`)
  else process.stdout.write('Fewer than before: `npx tsx scripts/sql-columns.ts --lower` writes the number down.\n')
}
