import { loadModule } from 'libpg-query'
import { type Checked, checkModules, tablesOf } from './check.ts'
import { Modules, serverFiles } from './modules.ts'
import { migrationTexts, type Schema, schemaOf } from './schema.ts'

/** Files whose SQL becomes migrations, with the reason why it cannot be held: it names rows of triggers and columns that it puts together. */
const generators: Readonly<Record<string, string>> = {
  'server/kit/table.ts': 'triggers over their transition tables n and o',
  'server/kit/lines/sync-lines.ts': 'triggers over their transition tables n and o',
  'server/kit/counts/tally-table.ts': 'parameters of functions, a_<column>',
}

/** What the server is held against: its modules that may hold SQL, and the schema after all migrations. */
export interface Product {
  readonly modules: Modules
  readonly schema: Schema
  /** Holds these files, or all that hold SQL; `schema`: another one than the migrations make. */
  readonly check: (files?: readonly string[], schema?: Schema) => Checked
}

/** Reads the server. `texts`: files that stand for those of the clone. */
export async function readProduct(
  files: readonly string[] = serverFiles(),
  texts: Readonly<Record<string, string>> = {},
): Promise<Product> {
  await loadModule()
  const modules = new Modules(texts)
  const held = (paths: readonly string[]) => paths.filter((path) => !generators[path]).flatMap((path) => modules.at(path) ?? [])
  const all = held(files)
  for (const module of all) {
    await modules.load(module)
    for (const other of modules.importedBy(module)) await modules.load(other)
  }
  const schema = schemaOf([...migrationTexts(), ...tablesOf(all)])
  return { modules, schema, check: (paths = files, other = schema) => checkModules(held(paths), modules, other) }
}
