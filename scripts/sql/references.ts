import { isHole } from './holes.ts'
import { type Named, namedColumn } from './named-column.ts'
import { type Outputs, outputName, type Range, rangeOfFunction, type Scope } from './ranges.ts'
import type { Schema } from './schema.ts'
import { all, at, name, names, type Tree } from './tree.ts'

/**
 * A place of a statement that names a column. `held`: it exists. `open`: of a table that only the running program knows. `wrong`: it does not exist.
 * `at`: the place in the statement in bytes.
 */
export interface Reference extends Named {
  readonly at: number
}

type Shared = ReadonlyMap<string, Outputs>

const columnsOf = (found: Outputs | undefined): Outputs => found ?? null

/**
 * Every column that a statement names. `isOpen`: a part of it is not known that may bring tables of its own. `called` collects the names of all results.
 */
export function referencesOf(statement: Tree, schema: Schema, isOpen: boolean, called: Set<string>): Reference[] {
  const found: Reference[] = []
  const tell = (at: unknown, state: Reference['state'], said: string): void => {
    found.push({ at: (at as number | undefined) ?? 0, state, said })
  }

  /** The columns of a table; null where they are not known. */
  function tableColumns(relation: Tree, shared: Shared): Outputs {
    const table = name(relation.relname)
    if (isHole(table)) return null
    if (!relation.schemaname && shared.has(table)) return columnsOf(shared.get(table))
    const own = schema.tables.get(table)
    if (own || isCatalogue(relation)) return own ?? null
    tell(relation.location, isOpen && !relation.location ? 'open' : 'wrong', `no table ${table}`)
    return null
  }

  // The catalogue belongs to PostgreSQL, and other schemas to it or to the months of a log.
  const isCatalogue = (relation: Tree): boolean =>
    name(relation.relname).startsWith('pg_') || !['', 'public'].includes(name(relation.schemaname))

  const aliasOf = (relation: Tree): string => name((relation.alias as Tree | undefined)?.aliasname ?? relation.relname)

  function from(item: Tree, scope: Scope, shared: Shared): void {
    const relation = at(item, 'RangeVar')
    if (relation) {
      const range = renamed(aliasOf(relation), tableColumns(relation, shared), relation.alias as Tree | undefined)
      scope.ranges.push({ ...range, isCatalogue: !range.columns && !shared.has(name(relation.relname)) && isCatalogue(relation) })
    }
    const inner = at(item, 'RangeSubselect')
    if (inner) {
      const alias = inner.alias as Tree | undefined
      const columns = query(inner.subquery as Tree, scope, shared)
      scope.ranges.push(renamed(name(alias?.aliasname), columns, alias))
    }
    const calls = at(item, 'RangeFunction')
    if (calls) {
      scope.ranges.push(rangeOfFunction(calls, schema))
      for (const call of all(calls.functions)) visit(call, scope, shared)
    }
    const join = at(item, 'JoinExpr')
    if (join) {
      from(join.larg as Tree, scope, shared)
      from(join.rarg as Tree, scope, shared)
      visit(join.quals, scope, shared)
    }
  }

  function renamed(alias: string, columns: Outputs, as: Tree | undefined): Range {
    const given = names(as?.colnames)
    if (given.length === 0 || !columns) return { alias, columns: given.length > 0 ? new Set(given) : columns }
    return { alias, columns: new Set([...given, ...[...columns].slice(given.length)]) }
  }

  function column(ref: Tree, scope: Scope, outputs: Outputs | undefined): void {
    const parts = all(ref.fields).slice(-2)
    const texts = parts.map((part) => (at(part, 'A_Star') ? '*' : name(at(part, 'String')?.sval)))
    const named = namedColumn(texts, scope, outputs, isOpen)
    if (named) tell(ref.location, named.state, named.said)
  }

  /** Everything below a node; `outputs`: names of results that the place may use. */
  function visit(node: unknown, scope: Scope, shared: Shared, outputs?: Outputs): void {
    if (Array.isArray(node)) for (const one of node) visit(one, scope, shared, outputs)
    else if (node && typeof node === 'object') {
      const tree = node as Tree
      const ref = at(tree, 'ColumnRef')
      const inner = at(tree, 'SubLink')
      if (ref) column(ref, scope, outputs)
      else if (inner) {
        visit(inner.testexpr, scope, shared)
        query(inner.subselect as Tree, scope, shared)
      } else for (const [field, value] of Object.entries(tree)) if (field !== 'typeName') visit(value, scope, shared, outputs)
    }
  }

  function withShared(clause: Tree | undefined, parent: Scope | undefined, above: Shared): Shared {
    const shared = new Map(above)
    for (const one of all(clause?.ctes)) {
      const cte = at(one, 'CommonTableExpr')!
      const given = names(cte.aliascolnames)
      const label = name(cte.ctename)
      // A recursive part reads what the first part of the union answers.
      if (clause?.recursive) {
        const first =
          at(at(cte.ctequery as Tree, 'SelectStmt')?.larg as Tree | undefined, 'SelectStmt') ?? at(cte.ctequery as Tree, 'SelectStmt')?.larg
        const seen = found.length
        shared.set(label, given.length > 0 ? new Set(given) : first ? query({ SelectStmt: first }, parent, shared) : null)
        found.length = seen
      }
      const columns = query(cte.ctequery as Tree, parent, shared)
      shared.set(label, given.length > 0 ? new Set(given) : columns)
    }
    return shared
  }

  function results(targets: readonly Tree[], scope: Scope): Outputs {
    const columns = new Set<string>()
    let isKnown = true
    for (const target of targets) {
      const result = at(target, 'ResTarget')!
      const ref = at(result.val as Tree, 'ColumnRef')
      const parts = all(ref?.fields)
      if (ref && !result.name && at(parts.at(-1)!, 'A_Star')) {
        const of = parts.length > 1 ? name(at(parts.at(-2)!, 'String')?.sval) : undefined
        const ranges = scope.ranges.filter(({ alias }) => of === undefined || alias === of)
        isKnown &&= ranges.length > 0 && ranges.every((range) => range.columns)
        for (const range of ranges) for (const one of range.columns ?? []) columns.add(one)
        continue
      }
      const output = result.name ? name(result.name) : outputName(result.val as Tree)
      if (result.name || !ref) called.add(output)
      // All fields of a row, `(…).*`, are not known; a hole may bring several results.
      const isRow = at(all(at(result.val as Tree, 'A_Indirection')?.indirection).at(-1), 'A_Star') !== undefined
      isKnown &&= !isRow && !isHole(output)
      columns.add(output)
    }
    return isKnown ? columns : null
  }

  function select(statement: Tree, parent: Scope | undefined, above: Shared): Outputs {
    const shared = withShared(statement.withClause as Tree | undefined, parent, above)
    const scope: Scope = { ranges: [], parent }
    if (statement.valuesLists) {
      visit(statement.valuesLists, scope, shared)
      const first = all(at(all(statement.valuesLists)[0]!, 'List')!.items)
      return new Set(first.map((_, index) => `column${index + 1}`))
    }
    if (statement.larg) {
      const left = select(statement.larg as Tree, parent, shared)
      select(statement.rarg as Tree, parent, shared)
      visit([statement.limitCount, statement.limitOffset], scope, shared)
      if (left) visit(statement.sortClause, scope, shared, left)
      return left
    }
    for (const item of all(statement.fromClause)) from(item, scope, shared)
    const targets = all(statement.targetList)
    visit(targets, scope, shared)
    const outputs = results(targets, scope)
    const known = new Set(targets.map((target) => name(at(target, 'ResTarget')!.name)).filter((one) => one !== ''))
    const { whereClause, havingClause, windowClause, limitCount, limitOffset, groupClause, sortClause, distinctClause } = statement
    visit([whereClause, havingClause, windowClause, limitCount, limitOffset], scope, shared)
    visit([groupClause, sortClause, distinctClause], scope, shared, outputs ?? known)
    return outputs
  }

  /** The list of columns that a statement writes. */
  function targets(list: unknown, table: string, columns: Outputs): void {
    for (const one of all(list)) {
      const { name: column, location } = at(one, 'ResTarget')!
      if (isHole(name(column))) continue
      const said = `${table}.${name(column)}`
      if (!columns) tell(location, 'open', said)
      else tell(location, columns.has(name(column)) ? 'held' : 'wrong', columns.has(name(column)) ? said : `${said}: no such column`)
    }
  }

  const returned = (statement: Tree): readonly Tree[] =>
    all((statement.returningClause as Tree | undefined)?.exprs ?? statement.returningList)

  function insert(statement: Tree, parent: Scope | undefined, above: Shared): Outputs {
    const shared = withShared(statement.withClause as Tree | undefined, parent, above)
    const relation = statement.relation as Tree
    const columns = tableColumns(relation, shared)
    targets(statement.cols, name(relation.relname), columns)
    if (statement.selectStmt) query(statement.selectStmt as Tree, parent, shared)
    const scope: Scope = { ranges: [{ alias: aliasOf(relation), columns }], parent }
    const conflict = statement.onConflictClause as Tree | undefined
    if (conflict) {
      const infer = conflict.infer as Tree | undefined
      for (const one of all(infer?.indexElems)) {
        const { name: column } = at(one, 'IndexElem')!
        const place = infer?.location
        if (column && columns && !isHole(name(column)) && !columns.has(name(column)))
          tell(place, 'wrong', `${name(column)}: no such column`)
      }
      targets(conflict.targetList, name(relation.relname), columns)
      const both: Scope = { ranges: [...scope.ranges, { alias: 'excluded', columns }], parent }
      visit([infer?.whereClause, conflict.whereClause], both, shared)
      for (const one of all(conflict.targetList)) visit(at(one, 'ResTarget')!.val, both, shared)
    }
    visit(returned(statement), scope, shared)
    return results(returned(statement), scope)
  }

  function change(statement: Tree, parent: Scope | undefined, above: Shared): Outputs {
    const shared = withShared(statement.withClause as Tree | undefined, parent, above)
    const relation = statement.relation as Tree
    const columns = tableColumns(relation, shared)
    const scope: Scope = { ranges: [{ alias: aliasOf(relation), columns }], parent }
    for (const item of all(statement.fromClause ?? statement.usingClause)) from(item, scope, shared)
    targets(statement.targetList, name(relation.relname), columns)
    for (const one of all(statement.targetList)) visit(at(one, 'ResTarget')!.val, scope, shared)
    visit(statement.whereClause, scope, shared)
    visit(returned(statement), scope, shared)
    return results(returned(statement), scope)
  }

  function query(tree: Tree, parent: Scope | undefined, shared: Shared): Outputs {
    const selecting = at(tree, 'SelectStmt')
    if (selecting) return select(selecting, parent, shared)
    const inserting = at(tree, 'InsertStmt')
    if (inserting) return insert(inserting, parent, shared)
    const changing = at(tree, 'UpdateStmt') ?? at(tree, 'DeleteStmt')
    if (changing) return change(changing, parent, shared)
    return null
  }

  query(statement, undefined, new Map())
  return found
}
