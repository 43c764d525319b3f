import type { Entity } from '#contract/kit/entity/entity.ts'
import { wireName } from '#contract/kit/entity/shape.ts'
import type { Field, LinkField } from '#contract/kit/fields/field.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { entityNamed } from '#contract/registry.ts'
import { readAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '../context.ts'
import { nameKey } from '../import/cells/cell-values.ts'
import { namingFields, pathMark } from '../import/rows/name-links.ts'
import { columnName, tableName, titleColumn } from '../table.ts'

/** Replaces titles that several rows share by unambiguous names, in the rows of an export. */
export type NameLinks = (rows: readonly Row[]) => Promise<void>

/** Facts about the rows that links to one entity refer to. */
interface Target {
  readonly of: Entity
  /** Titles that several rows have. */
  readonly shared: ReadonlySet<string>
  /** Column of the code that names a row. */
  readonly code: string | undefined
  /** Paths of the rows of a tree, topmost name first, by id. */
  readonly paths: ReadonlyMap<string, string>
}

const live = (of: Entity): string => `t.tenant_id = $1${of.softDelete ? ' and not t.is_deleted' : ''}`

/** The path of every row of a tree; the row's own name comes last. */
function pathsOf(of: Entity, rows: readonly Row[]): Map<string, string> {
  const byId = new Map(rows.map((row) => [String(row.id), row]))
  return new Map(
    rows.map((row) => {
      const names: string[] = []
      for (let at: Row | undefined = row, steps = 0; at && steps < 20; at = byId.get(String(at.parent_row)), steps++)
        names.unshift(String(at.name))
      return [String(row.id), names.join(pathMark(of))]
    }),
  )
}

async function targetOf(of: Entity, { tools, actor }: Context): Promise<Target> {
  const codeName = namingFields(of).find((name) => of.fields[name]?.unique && name !== of.title)
  const code = codeName && columnName(codeName, of.fields[codeName]!)
  const title = titleColumn(of)
  const [titles, nodes] = await readAs(tools.pool, actor.tenantId, [
    {
      text: `select min(t.${title}) as name from ${tableName(of)} t where ${live(of)} group by lower(normalize(t.${title}, NFKC)) having count(*) > 1`,
      values: [actor.tenantId],
    },
    ...(of.tree
      ? [
          {
            text: `select t.id, t.${snake(of.nodeTitle ?? of.title)} as name, t.${snake(of.tree)}_id as parent_row from ${tableName(of)} t where ${live(of)}`,
            values: [actor.tenantId],
          },
        ]
      : []),
  ])
  const shared = new Set(titles!.rows.map((row) => nameKey(String(row.name))))
  return { of, shared, code, paths: shared.size > 0 && nodes ? pathsOf(of, nodes.rows) : new Map() }
}

/** Creates the naming for the links among some fields; each entity is read once. */
export async function linkNamer(context: Context, fields: readonly (readonly [name: string, field: Field])[]): Promise<NameLinks> {
  const links = fields.filter((one): one is [string, LinkField] => one[1].kind === 'link')
  const targets = new Map<string, Target>()
  for (const [, { to }] of links) if (!targets.has(to)) targets.set(to, await targetOf(entityNamed(to), context))
  return async (rows) => {
    for (const [to, target] of targets) {
      const named = links.filter(([, field]) => field.to === to).map(([name, field]) => [wireName(name, field), `${name}Name`] as const)
      const isShared = (title: unknown): boolean => typeof title === 'string' && target.shared.has(nameKey(title))
      const ids = new Set(rows.flatMap((row) => named.flatMap(([id, title]) => (row[id] && isShared(row[title]) ? [String(row[id])] : []))))
      if (ids.size === 0) continue
      const codes = target.code ? await codesOf(target.of, target.code, [...ids], context) : new Map<string, string>()
      for (const row of rows)
        for (const [id, title] of named)
          if (isShared(row[title])) row[title] = codes.get(String(row[id])) ?? target.paths.get(String(row[id])) ?? row[title]
    }
  }
}

async function codesOf(of: Entity, code: string, ids: readonly string[], { tools, actor }: Context): Promise<Map<string, string>> {
  const [found] = await readAs(tools.pool, actor.tenantId, [
    {
      text: `select t.id, t.${code} as code from ${tableName(of)} t where t.tenant_id = $1 and t.id = any($2::uuid[]) and t.${code} is not null`,
      values: [actor.tenantId, ids],
    },
  ])
  return new Map(found!.rows.map((row) => [String(row.id), String(row.code)]))
}
