import { dept } from '#contract/entities/identity/dept.ts'
import { location } from '#contract/entities/place/location.ts'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { RoleName } from '#contract/kit/module.ts'
import type { Words } from '#contract/kit/words.ts'
import { type Creatable, entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { labelToken } from '#server/features/place/public.ts'
import type { Context } from '#server/kit/context.ts'
import { nameKey } from '#server/kit/import/cells/cell-values.ts'
import { rememberRows } from '#server/kit/import/rows/add-rows.ts'
import { isFromTop, levelsOf } from '#server/kit/import/rows/levels.ts'
import { partsOfPath } from '#server/kit/import/rows/name-links.ts'
import { submit } from '#server/kit/write/save.ts'

const levels = Object.keys(location.fields.level.of)
/** Where places go whose name tells no courtyard, in a hospital that has none yet. */
const mainSite: Words = { zh: '本院', en: 'Main site' }

type TreeTarget = Extract<Creatable, 'dept' | 'location'>
const entityOf: Readonly<Record<TreeTarget, Entity>> = { dept, location }
const isTree = (target: Creatable): target is TreeTarget => Object.hasOwn(entityOf, target)

const chinese = /[㐀-鿿]/

/** The parts of an unknown name from the top down: `门诊楼/3层/305`, or with spaces where the name is Chinese; without `isPath` the name is one part. */
const partsOf = (target: TreeTarget, name: string, isPath: boolean): string[] => {
  const levels = levelsOf(name)
  if (levels && !isPath) return levels
  const parts = isPath ? partsOfPath(name) : [name.trim()].filter(Boolean)
  return isPath && target === 'location' && parts.length === 1 && chinese.test(name) ? name.trim().split(/\s+/) : parts
}

const longestOf = (target: Creatable): number => {
  const { title, nodeTitle, fields } = entityNamed(target)
  const field = fields[nodeTitle ?? title]!
  return field.kind === 'text' ? field.max : 0
}

/** Why a row of this name cannot be created; undefined when it can. `isPath`: strokes in the names of departments and places lead downwards. */
export function refuseName(target: Creatable, name: string, isPath: boolean): Words | undefined {
  const parts = isTree(target) ? partsOf(target, name, isPath) : [name]
  const most = target === 'location' ? levels.length : 6
  if (parts.length === 0 || parts.some((part) => part.length > longestOf(target))) return { zh: '不能作为名称', en: 'cannot be a name' }
  return parts.length > most ? { zh: `超过 ${most} 级`, en: `has more than ${most} levels` } : undefined
}

const keeperKey: RoleName = 'keeper'

/** The role of people who keep devices and cannot sign in yet. */
async function keeperRole(tx: Transaction): Promise<string> {
  const { rows } = await tx.run({ text: 'select id from role where tenant_id = $1 and default_key = $2', values: [tx.tenantId, keeperKey] })
  if (!rows[0])
    throw new Refusal('rule', {
      zh: '没有“科室资产管理员”角色，不能新建保管人；请先导入人员，或不新建',
      en: 'There is no “Department keeper” role, so keepers cannot be created. Import people first, or do not create keepers',
    })
  return String(rows[0].id)
}

/** Creates suppliers, categories or people that a sheet names. People get no password, so that they cannot sign in until they are given one. */
async function createPlain(
  target: Exclude<Creatable, TreeTarget>,
  context: Context,
  tx: Transaction,
  jobId: string,
  names: readonly string[],
) {
  const of = entityNamed(target)
  const view = context.actor.settings.view(of)
  const roleId = target === 'user' ? await keeperRole(tx) : undefined
  for (const name of names) {
    const draft = { [of.title]: name, ...initialsOf(of), ...(roleId ? { account: `k-${labelToken().toLowerCase()}`, roleId } : {}) }
    const { id } = await submit(view, { ...context, input: draft }, tx)
    rememberRows(tx, jobId, [{ entity: of.name, id, hash: null }])
  }
  return names.length
}

const initialsOf = (of: Entity): Record<string, string> =>
  Object.fromEntries(
    Object.entries(of.fields).flatMap(([name, field]) =>
      field.kind === 'choice' && field.required && !field.readOnly && field.initial ? [[name, field.initial]] : [],
    ),
  )

interface Node {
  readonly id: string
  readonly key: string
  readonly parent: string | null
  readonly level: string | null
}

async function nodesOf(target: TreeTarget, tx: Transaction): Promise<Node[]> {
  const [table, name, level] = target === 'dept' ? ['dept', 'dept_name', 'null'] : ['location', 'location_name', 'level']
  const { rows } = await tx.run({
    text: `select id, ${name} as name, parent_id, ${level} as level from ${table} where tenant_id = $1 and not is_deleted`,
    values: [tx.tenantId],
  })
  return rows.map((row) => ({
    id: String(row.id),
    key: nameKey(String(row.name)),
    parent: (row.parent_id as string | null) ?? null,
    level: (row.level as string | null) ?? null,
  }))
}

/**
 * Creates rows that a sheet names as the importing person: departments and locations with those above them. A place with fewer than four parts
 * stands in the courtyard it names, else in the first one; from the building down.
 */
export async function createMissing(
  target: Creatable,
  context: Context,
  tx: Transaction,
  jobId: string,
  names: readonly string[],
  isPath: boolean,
): Promise<number> {
  if (names.length === 0) return 0
  if (!isTree(target)) return createPlain(target, context, tx, jobId, names)
  const of = entityOf[target]
  const view = context.actor.settings.view(of)
  const nodes = await nodesOf(target, tx)
  let created = 0
  const below = async (parent: string | null, name: string, level: string | null): Promise<string> => {
    const key = nameKey(name)
    const known = nodes.find((node) => node.parent === parent && node.key === key)
    if (known) return known.id
    const draft =
      target === 'dept'
        ? { deptName: name, category: dept.fields.category.initial, parentId: parent }
        : { locationName: name, level, parentId: parent }
    const { id } = await submit(view, { ...context, input: draft }, tx)
    rememberRows(tx, jobId, [{ entity: of.name, id, hash: null }])
    nodes.push({ id, key, parent, level })
    created++
    return id
  }
  for (const name of names) {
    const parts = partsOf(target, name, isPath)
    let parent: string | null = null
    if (target === 'dept') {
      // A department that stands deeper than the name tells is still the one that is meant.
      const known = parts.length > 1 ? nodes.filter((node) => node.key === nameKey(parts[0]!)) : []
      if (known.length === 1) parent = await descend(known[0]!.id, parts.slice(1))
      else parent = await descend(null, parts)
      continue
    }
    const isWhole = parts.length === levels.length || isFromTop(name)
    const courtyards = nodes.filter((node) => node.level === levels[0])
    const named = courtyards.find((node) => node.key === nameKey(parts[0]!))
    const top = isWhole || named ? parts.shift()! : undefined
    parent =
      top === undefined
        ? (courtyards[0]?.id ?? (await below(null, mainSite[context.language], levels[0]!)))
        : await below(null, top, levels[0]!)
    for (const [index, part] of parts.entries()) parent = await below(parent, part, levels[index + 1]!)
  }
  return created

  async function descend(from: string | null, parts: readonly string[]): Promise<string | null> {
    let at = from
    for (const part of parts) at = await below(at, part, null)
    return at
  }
}
