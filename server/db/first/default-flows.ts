import type pg from 'pg'
import { v7 } from 'uuid'
import { defaultFlowName } from '#contract/entities/flow/seeded-names.ts'
import { plainTree } from '#contract/entities/flow/tree.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import { declaredApprovals } from '#contract/registry.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs, type Transaction, writeAs } from '../pool.ts'
import type { Query } from '../query.ts'

const key = 'flows'

/**
 * Inserts the published default definition for a kind of document, which applies if no rule selects another: any holder of the right
 * decides. Does nothing in a tenant that has one. Returns its id. `createdBy`: the person whose request creates it; null: the program.
 */
export const defaultFlowSql = (tenantId: string, approval: Approval, createdBy: string | null): Query => ({
  text: `with made as (
      insert into flow_definition (tenant_id, id, created_by, updated_by, definition_name, approval_kind, definition_status, version_number, draft, is_default)
      select $1, $2, $3::uuid, $3::uuid, case when exists (select 1 from flow_definition d where d.tenant_id = $1 and d.definition_name = $4 and not d.is_deleted) then $5 else $4 end, $6, 'published', 1, $7, 1
      where not exists (select 1 from flow_definition d where d.tenant_id = $1 and d.approval_kind = $6 and d.is_default = 1 and not d.is_deleted)
      on conflict do nothing returning tenant_id, id, created_by, draft),
    kept as (
      insert into flow_version (tenant_id, id, created_by, updated_by, definition_id, version_name, version_number, tree)
      select tenant_id, $8, created_by, created_by, id, $9, 1, draft from made)
    select id from made`,
  values: [
    tenantId,
    v7(),
    createdBy,
    defaultFlowName(approval).zh,
    // The hospital may already have a definition of the plain name.
    `${approval.zh}（默认 ${v7().slice(-6)}）`,
    approval.kind,
    JSON.stringify(plainTree),
    v7(),
    `${approval.zh} V1`,
  ],
})

/** Queues the default definitions of all kinds for a tenant, so that approvals work from the first day. */
export function addDefaultFlows(tx: Transaction, kinds: readonly Approval[] = declaredApprovals): void {
  for (const one of kinds) tx.later(defaultFlowSql(tx.tenantId, one, null))
}

/** Adds the default definitions of kinds that are new in this version to every tenant. Runs at every start, in one process at a time. */
export async function addNewFlows(pool: pg.Pool): Promise<void> {
  const [state, tenants] = await readAs(pool, platformTenant, [
    { text: 'select value from program_state where key = $1', values: [key] },
    { text: 'select id from tenant where id <> $1 order by id', values: [platformTenant] },
  ])
  const known = new Set(String(state?.rows[0]?.value ?? '').split(','))
  const added = declaredApprovals.filter(({ kind }) => !known.has(kind))
  if (added.length === 0) return
  for (const { id } of tenants?.rows ?? []) await writeAs(pool, String(id), async (tx) => addDefaultFlows(tx, added))
  const all = [...new Set([...known, ...added.map(({ kind }) => kind)])].filter((kind) => kind !== '').sort()
  await writeAs(pool, platformTenant, (tx) =>
    tx.run({
      text: 'insert into program_state (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      values: [key, all.join()],
    }),
  )
}
