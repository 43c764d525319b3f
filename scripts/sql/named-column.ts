import { isHole } from './holes.ts'
import { type Outputs, type Scope, systemColumns } from './ranges.ts'

/** What became of a name: it exists, its table is only known to the running program, or it does not exist. */
export interface Named {
  readonly state: 'held' | 'open' | 'wrong'
  readonly said: string
}

const hasHole = (scope: Scope | undefined): boolean =>
  scope !== undefined && (scope.ranges.some(({ alias }) => isHole(alias)) || hasHole(scope.parent))

function underAlias(alias: string, column: string, scope: Scope, isOpen: boolean): Named | undefined {
  const label = `${alias}.${column}`
  for (let here: Scope | undefined = scope; here; here = here.parent) {
    const range = here.ranges.find((one) => one.alias === alias)
    if (!range) continue
    if (column === '*' || range.isCatalogue) return undefined
    if (!range.columns) return { state: 'open', said: label }
    const isThere = range.columns.has(column) || systemColumns.has(column)
    return isThere ? { state: 'held', said: label } : { state: 'wrong', said: `${label}: no such column` }
  }
  const isDark = isOpen || hasHole(scope)
  if (column === '*' && isDark) return undefined
  return isDark ? { state: 'open', said: label } : { state: 'wrong', said: `${label}: no table or alias ${alias}` }
}

/**
 * Looks a name up in the tables around it, `column` or `alias` and `column`; undefined where it need not be known. `outputs`: names of results that the
 * place may use. `isOpen`: a part of the statement is not known that may bring tables of its own.
 */
export function namedColumn(parts: readonly string[], scope: Scope, outputs: Outputs | undefined, isOpen: boolean): Named | undefined {
  if (parts.some(isHole)) return undefined
  const [first, second] = parts as [string, string?]
  if (second !== undefined) return underAlias(first, second, scope, isOpen)
  if (first === '*' || systemColumns.has(first)) return undefined
  if (outputs?.has(first)) return { state: 'held', said: first }
  let isDark = isOpen
  for (let here: Scope | undefined = scope; here; here = here.parent) {
    if (here.ranges.some(({ alias, columns }) => columns?.has(first) || alias === first)) return { state: 'held', said: first }
    if (here.ranges.some((range) => range.isCatalogue)) return undefined
    isDark ||= here.ranges.some(({ columns }) => !columns)
  }
  return isDark ? { state: 'open', said: first } : { state: 'wrong', said: `${first}: no such column` }
}
