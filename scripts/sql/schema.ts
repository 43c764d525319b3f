import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'libpg-query'
import { all, at, name, type Tree } from './tree.ts'

/** The columns of every table, and those that functions answer as a table, by name. */
export interface Schema {
  readonly tables: ReadonlyMap<string, ReadonlySet<string>>
  readonly functions: ReadonlyMap<string, ReadonlySet<string>>
}

const folder = fileURLToPath(new URL('../../server/db/migrations/', import.meta.url))

/** The texts of the migrations in their order. */
export const migrationTexts = (): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => readFileSync(`${folder}${file}`, 'utf8'))

type Tables = Map<string, Set<string>>

const has = (tables: Tables, table: string): Set<string> => {
  const columns = tables.get(table)
  if (!columns) throw new Error(`No migration creates the table ${table}, which one changes`)
  return columns
}

function create(tables: Tables, statement: Tree): void {
  // Tables of other schemas are parts of one in the public schema, which alone is named in statements.
  const { schemaname } = statement.relation as Tree
  if (schemaname && schemaname !== 'public') return
  const columns = new Set<string>()
  for (const element of all(statement.tableElts)) {
    if (at(element, 'ColumnDef')) columns.add(name(at(element, 'ColumnDef')!.colname))
    const like = at(element, 'TableLikeClause')
    if (like) for (const column of has(tables, name((like.relation as Tree).relname))) columns.add(column)
  }
  for (const parent of all(statement.inhRelations)) {
    for (const column of has(tables, name(at(parent, 'RangeVar')!.relname))) columns.add(column)
  }
  tables.set(name((statement.relation as Tree).relname), columns)
}

function alter(tables: Tables, statement: Tree): void {
  if (statement.objtype !== 'OBJECT_TABLE') return
  const table = name((statement.relation as Tree).relname)
  for (const one of all(statement.cmds)) {
    const command = at(one, 'AlterTableCmd')!
    if (command.subtype === 'AT_AddColumn') has(tables, table).add(name(at(command.def as Tree, 'ColumnDef')!.colname))
    if (command.subtype === 'AT_DropColumn') has(tables, table).delete(name(command.name))
  }
}

function rename(tables: Tables, statement: Tree): void {
  if (statement.renameType !== 'OBJECT_COLUMN' && statement.renameType !== 'OBJECT_TABLE') return
  const table = name((statement.relation as Tree).relname)
  const columns = has(tables, table)
  if (statement.renameType === 'OBJECT_TABLE') {
    tables.delete(table)
    tables.set(name(statement.newname), columns)
  } else if (columns.delete(name(statement.subname))) columns.add(name(statement.newname))
}

function drop(tables: Tables, statement: Tree): void {
  if (statement.removeType !== 'OBJECT_TABLE') return
  for (const object of all(statement.objects)) tables.delete(name(at(all(at(object, 'List')!.items).at(-1)!, 'String')!.sval))
}

/**
 * The schema after statements of DDL, read without a database. What a migration does by `execute` inside a block is not seen: `tests/laws/database.test.ts`
 * holds that none of that changes a column.
 */
export function schemaOf(texts: readonly string[]): Schema {
  const tables: Tables = new Map()
  const functions = new Map<string, Set<string>>()
  for (const text of texts) {
    for (const { stmt } of parseSync(text).stmts ?? []) {
      const tree = stmt as Tree
      const created = at(tree, 'CreateStmt')
      if (created) create(tables, created)
      const altered = at(tree, 'AlterTableStmt')
      if (altered) alter(tables, altered)
      const renamed = at(tree, 'RenameStmt')
      if (renamed) rename(tables, renamed)
      const dropped = at(tree, 'DropStmt')
      if (dropped) drop(tables, dropped)
      if (at(tree, 'ViewStmt') ?? at(tree, 'CreateTableAsStmt')) throw new Error('The check of columns cannot read views yet')
      const made = at(tree, 'CreateFunctionStmt')
      if (made) {
        const outputs = all(made.parameters)
          .map((one) => at(one, 'FunctionParameter')!)
          .filter(({ mode }) => mode === 'FUNC_PARAM_TABLE' || mode === 'FUNC_PARAM_OUT')
        functions.set(name(at(all(made.funcname).at(-1)!, 'String')!.sval), new Set(outputs.map((one) => name(one.name))))
      }
    }
  }
  return { tables, functions }
}
