import { location } from '#contract/entities/place/location.ts'
import { dept } from '#contract/entities/platform/dept.ts'
import type { Creatable } from '#contract/imports.ts'
import type { Entity } from '#contract/kit/entity.ts'
import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { rememberRows } from '#server/kit/import/add-rows.ts'
import { nameKey } from '#server/kit/import/cell-values.ts'
import { partsOfPath } from '#server/kit/import/name-links.ts'
import { submit } from '#server/kit/save.ts'

const levels = Object.keys(location.fields.level.of)
const entityOf: Readonly<Record<Creatable, Entity>> = { dept, location }
/** Where places go whose name tells no courtyard, in a hospital that has none yet. */
const mainSite: Words = { zh: '本院', en: 'Main site' }

const chinese = /[㐀-鿿]/

/** The parts of an unknown name from the top down: `门诊楼/3层/305`, or with spaces where the name is Chinese. */
const partsOf = (target: Creatable, name: string): string[] => {
  const parts = partsOfPath(name)
  return target === 'location' && parts.length === 1 && chinese.test(name) ? name.trim().split(/\s+/) : parts
}

/** Why a department or location of this name cannot be created; undefined when it can. */
export function refuseName(target: Creatable, name: string): Words | undefined {
  const parts = partsOf(target, name)
  const max = target === 'dept' ? dept.fields.deptName.max : location.fields.locationName.max
  const most = target === 'dept' ? 6 : levels.length
  if (parts.length === 0 || parts.some((part) => part.length > max)) return { zh: '不能作为名称', en: 'cannot be a name' }
  return parts.length > most ? { zh: `超过 ${most} 级`, en: `has more than ${most} levels` } : undefined
}

interface Node {
  readonly id: string
  readonly key: string
  readonly parent: string | null
  readonly level: string | null
}

async function nodesOf(target: Creatable, tx: Transaction): Promise<Node[]> {
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
 * Creates departments or locations that a sheet names, with those above them, as the importing person. A place with fewer than four parts
 * stands in the courtyard it names, else in the first one; from the building down.
 */
export async function createMissing(
  target: Creatable,
  context: Context,
  tx: Transaction,
  jobId: string,
  names: readonly string[],
): Promise<number> {
  if (names.length === 0) return 0
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
    const parts = partsOf(target, name)
    let parent: string | null = null
    if (target === 'dept') {
      // A department that stands deeper than the name tells is still the one that is meant.
      const known = parts.length > 1 ? nodes.filter((node) => node.key === nameKey(parts[0]!)) : []
      if (known.length === 1) parent = await descend(known[0]!.id, parts.slice(1))
      else parent = await descend(null, parts)
      continue
    }
    const isWhole = parts.length === levels.length
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
