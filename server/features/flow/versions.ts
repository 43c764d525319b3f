import { v7 as uuid } from 'uuid'
import { flowDefinition } from '#contract/entities/flow/flow-definition.ts'
import type { FlowTree } from '#contract/entities/flow/tree.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import { defaultFlowSql } from '#server/db/first/default-flows.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { record } from '#server/kit/steps/event.ts'

/** A published version that an application runs by. */
export interface Version {
  readonly id: string
  readonly tree: FlowTree
}

const versionOf = (row: Row): Version => ({ id: String(row.id), tree: row.tree as FlowTree })

/** Keeps a tree as the next version of a definition. */
export function addVersion(context: Context, tx: Transaction, definition: Row, versionNumber: number, tree: FlowTree): Version {
  const id = uuid()
  tx.later({
    text: 'insert into flow_version (tenant_id, id, created_by, updated_by, definition_id, version_name, version_number, tree) values ($1, $2, $3, $3, $4, $5, $6, $7)',
    values: [
      tx.tenantId,
      id,
      context.actor.userId,
      definition.id,
      `${definition.definition_name} V${versionNumber}`,
      versionNumber,
      JSON.stringify(tree),
    ],
  })
  return { id, tree }
}

const defaultSql = `select v.id, v.tree from flow_definition d join flow_version v on v.tenant_id = d.tenant_id and v.definition_id = d.id
  where d.tenant_id = $1 and d.approval_kind = $2 and d.is_default = 1 and not d.is_deleted order by v.version_number desc limit 1`

/** The definition that decides where no rule names another: the holders of the right. A hospital has it from its first day; a kind of a newer program gets it here. */
async function defaultVersion(context: Context, tx: Transaction, approval: Approval): Promise<Version> {
  const find = async (): Promise<Row | undefined> => (await tx.run({ text: defaultSql, values: [tx.tenantId, approval.kind] })).rows[0]
  let found = await find()
  // Another application or a flow of the same name may come first; the second turn meets either.
  for (let turn = 0; !found && turn < 2; turn++) {
    const { rows } = await tx.run(defaultFlowSql(tx.tenantId, approval, context.actor.userId))
    if (rows[0])
      record({ ...context, rule: undefined }, tx, { entity: flowDefinition.name, entityId: String(rows[0].id), verb: 'add', version: 1 })
    found = await find()
  }
  if (!found) throw new Error(`the default flow of ${approval.kind} cannot be made`)
  return versionOf(found)
}

/** What a rule is compared with. */
export interface Subject {
  readonly eventType: string | null
  readonly deptId: string | null
  readonly categoryIds: readonly string[]
  readonly amount: string | null
}

/** The version of the started rule that fits best: one that names the kind of application before one that names a department before one that names a category before one with amounts. */
export async function versionFor(context: Context, tx: Transaction, approval: Approval, subject: Subject): Promise<Version> {
  const { rows } = await tx.run({
    text: `select v.id, v.tree from flow_binding b join flow_definition d on d.tenant_id = b.tenant_id and d.id = b.definition_id and not d.is_deleted
        cross join lateral (select x.id, x.tree from flow_version x where x.tenant_id = d.tenant_id and x.definition_id = d.id order by x.version_number desc limit 1) v
      where b.tenant_id = $1 and b.approval_kind = $2 and b.flow_status = 'started' and not b.is_deleted
        and (b.event_type is null or b.event_type = $6)
        and (b.dept_id is null or exists (select 1 from dept p join dept own on own.tenant_id = p.tenant_id and own.id = $3 and own.path >= p.path and own.path < p.path || chr(127)
          where p.tenant_id = b.tenant_id and p.id = b.dept_id))
        and (b.category_id is null or exists (select 1 from assets_category p join assets_category own on own.tenant_id = p.tenant_id and own.id = any($4::uuid[])
            and own.path >= p.path and own.path < p.path || chr(127) where p.tenant_id = b.tenant_id and p.id = b.category_id))
        and (b.min_amount is null or $5::numeric >= b.min_amount) and (b.max_amount is null or $5::numeric < b.max_amount)
      order by (b.event_type is not null) desc, (b.dept_id is not null) desc, (b.category_id is not null) desc, (b.min_amount is not null or b.max_amount is not null) desc, b.created_at desc, b.id desc limit 1`,
    values: [tx.tenantId, approval.kind, subject.deptId, subject.categoryIds, subject.amount, subject.eventType],
  })
  return rows[0] ? versionOf(rows[0]) : defaultVersion(context, tx, approval)
}
