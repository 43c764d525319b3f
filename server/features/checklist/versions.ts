import { v7 as uuid } from 'uuid'
import { checklistVersion } from '#contract/entities/checklist/checklist-version.ts'
import type { ChecklistItem } from '#contract/entities/checklist/items.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { record } from '#server/kit/steps/event.ts'

/** A published version of a template. */
export interface Version {
  readonly id: string
  readonly no: number
  readonly useKind: string
  readonly items: readonly ChecklistItem[]
}

const versionOf = (row: Row): Version => ({
  id: String(row.id),
  no: Number(row.version_no),
  useKind: String(row.use_kind),
  items: row.items as ChecklistItem[],
})

/** The newest version of a template; undefined before its first publishing. */
export async function newestVersion(tx: Transaction, templateId: unknown): Promise<Version | undefined> {
  const { rows } = await tx.run({
    text: `select v.id, v.version_no, t.use_kind, v.items from checklist_version v join checklist_template t on t.tenant_id = v.tenant_id and t.id = v.template_id
      where v.tenant_id = $1 and v.template_id = $2 order by v.version_no desc limit 1`,
    values: [tx.tenantId, templateId],
  })
  return rows[0] && versionOf(rows[0])
}

/** The newest version of a template. Throws before its first publishing. */
export async function publishedVersion(tx: Transaction, templateId: unknown): Promise<Version> {
  const found = await newestVersion(tx, templateId)
  if (found) return found
  throw new Refusal('rule', {
    zh: '检查表模板尚未发布，请先发布',
    en: 'The checklist template has not been published. Publish it first',
  })
}

/** The items of a version. */
export async function itemsOfVersion(tx: Transaction, versionId: unknown): Promise<readonly ChecklistItem[]> {
  const { rows } = await tx.run({
    text: 'select items from checklist_version where tenant_id = $1 and id = $2',
    values: [tx.tenantId, versionId],
  })
  return (rows[0]?.items ?? []) as ChecklistItem[]
}

/** Keeps items as a version of a template. */
export function addVersion(context: Context, tx: Transaction, template: Row, no: number, items: readonly ChecklistItem[]): void {
  const id = uuid()
  tx.later({
    text: 'insert into checklist_version (tenant_id, id, created_by, updated_by, version_name, template_id, version_no, items) values ($1, $2, $3, $3, $4, $5, $6, $7)',
    values: [tx.tenantId, id, context.actor.userId, `${template.template_name} V${no}`, template.id, no, JSON.stringify(items)],
  })
  record(context, tx, { entity: checklistVersion.name, entityId: id, verb: 'add', version: 1 })
}
