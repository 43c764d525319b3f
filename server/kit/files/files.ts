import { type Entity, rightOf, verbsOf } from '#contract/kit/entity/entity.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Field } from '#contract/kit/fields/field.ts'
import { mimesOf, onlyTypes } from '#contract/kit/fields/file-types.ts'
import { entities, machinesOf } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Query } from '#server/db/query.ts'
import { mayCall, scopeSql } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import type { Context } from '../context.ts'
import { refusalOf } from '../refuse.ts'
import { tableName } from '../table.ts'
import { archiveType, refusedKind } from './file-kind.ts'

/** Days after which incomplete uploads and unattached files are deleted. */
export const waitingDays = 7

const namesFiles = (field: Field): boolean => field.kind === 'ids' && field.to === 'file'

/** The entities whose rows may have files. */
const carriers = entities.filter(
  (of) =>
    verbsOf(of).includes('detail') &&
    [of.fields, ...machinesOf(of).flatMap((on) => Object.values(on.steps).map(({ input }) => input))].some((fields) =>
      Object.values(fields).some(namesFiles),
    ),
)

type Opening = (person: string, row: string) => string
const opened = new Map<Entity, Opening>()

/**
 * Lets people without the right to read an entity's details see the files of some of its rows. `holds` returns the SQL condition of these
 * rows, given SQL of the person's id and the alias of the row.
 */
export function openFiles(of: Entity, holds: Opening): void {
  opened.set(of, holds)
}

/**
 * Reads a file that the person may see: a file of a record whose detail they may read or that `openFiles` opened, their own picture, or
 * their own unattached upload.
 */
export function fileQuery(actor: Actor, id: string): Query {
  const into = new Parameters()
  const [tenant, file, me] = [into.add(actor.tenantId), into.add(id), into.add(actor.userId)]
  const open = carriers.filter((of) => mayCall(actor, rightOf(of, 'detail'), `${of.name}.detail`))
  const onRecord = open.map((of) => {
    const scope = scopeSql(of, actor, 't', into)
    const live = `${of.softDelete ? ' and not t.is_deleted' : ''}${scope ? ` and ${scope}` : ''}`
    return ` or f.of_entity = ${into.add(of.name)} and exists (select 1 from ${tableName(of)} t where t.tenant_id = f.tenant_id and t.id = f.of_id::uuid${live})`
  })
  const onOpened = [...opened].map(([of, holds]) => {
    const live = of.softDelete ? ' and not t.is_deleted' : ''
    return ` or f.of_entity = ${into.add(of.name)} and exists (select 1 from ${tableName(of)} t where t.tenant_id = f.tenant_id and t.id = f.of_id::uuid${live} and ${holds(me, 't')})`
  })
  return {
    text: `select f.file_name, f.file_type, f.file_size, f.sha256 from file f where f.tenant_id = ${tenant} and f.id = ${file}
      and (f.of_id is null and f.created_by = ${me} or f.of_entity = 'user' and f.of_id = ${me}::text${[...onRecord, ...onOpened].join('')})`,
    values: into.values,
  }
}

async function refuseTypes(field: Field, tx: Transaction, ids: readonly unknown[]): Promise<void> {
  if (field.kind !== 'ids' || (!field.types && field.archives)) return
  const { rows } = await tx.run({
    text: `select 1 from file where tenant_id = $1 and id = any($2::uuid[]) and ${field.types ? 'not file_type = any($3)' : 'file_type = any($3)'} limit 1`,
    values: [tx.tenantId, ids, field.types ? mimesOf(field.types) : [archiveType]],
  })
  if (rows.length > 0) throw new Refusal('rule', field.types ? { ...onlyTypes(field.types) } : refusedKind())
}

/**
 * Attaches the files in values of `ids` fields to their record: from then on people who may see the record may see them. Accepts only
 * unattached files that the person uploaded, and files already attached to this record; throws for others.
 */
export async function bindFiles(
  context: Context,
  tx: Transaction,
  record: { entity: string; id: string },
  given: readonly { field: Field; to: unknown }[],
): Promise<void> {
  for (const { field, to } of given) {
    if (!namesFiles(field) || !Array.isArray(to) || to.length === 0) continue
    await refuseTypes(field, tx, to)
    const { rowCount } = await tx.run({
      text: `update file set of_entity = $3, of_id = $4 where tenant_id = $1 and id = any($2::uuid[])
        and (of_id is null and created_by = $5 or of_entity = $3 and of_id = $4)`,
      values: [tx.tenantId, to, record.entity, record.id, context.actor.userId],
    })
    if (rowCount !== to.length) throw refusalOf([{ field: '', label: field, rule: 'absent' }])
  }
}

const attached = new WeakMap<Transaction, Map<unknown, string>>()

/**
 * Attaches the files in the input of a step as `bindFiles` does. Rows that take the step together name the same files: the first of them gets them, the
 * others only name them.
 */
export async function bindFilesOfStep(
  context: Context,
  tx: Transaction,
  record: { entity: string; id: string },
  given: readonly { field: Field; to: unknown }[],
): Promise<void> {
  const before = attached.get(tx) ?? new Map<unknown, string>()
  attached.set(tx, before)
  const fresh = given.flatMap(({ field, to }) =>
    namesFiles(field) && Array.isArray(to) ? [{ field, to: to.filter((id) => before.get(id) !== record.entity) }] : [],
  )
  await bindFiles(context, tx, record, fresh)
  for (const { to } of fresh) for (const id of to) before.set(id, record.entity)
}

/** SQL of the files that are no pictures, among those that the events of a page name; the tenant is $1. */
export const documentsSql = (page: string): string => `select f.id from file f
  where f.tenant_id = $1 and f.file_type not like 'image/%' and f.id = any(array(
    select case when v #>> '{}' ~ '^[0-9a-f-]{36}$' then (v #>> '{}')::uuid end from (${page}) e,
      lateral (select jsonb_path_query(e.input, '$.*[*]') as v union all select jsonb_path_query(e.changes, '$.*.to[*]')) given))`
