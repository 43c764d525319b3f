import type { Brief } from '#contract/entities/flow/brief.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Query } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'

/** The events by which a person makes or changes a document of a kind, or hands it in. */
export function writing({ steps: { begin }, machine }: Approval): readonly string[] {
  return ['add', 'change', 'lines', ...(begin && !machine.steps[begin]!.inner ? [begin] : [])]
}

const eventsOf = (tx: Transaction, approval: Approval, documentId: unknown, more = '', value: readonly unknown[] = []): Query => ({
  text: `select distinct actor_id from audit_event where tenant_id = $1 and entity = $2 and entity_id = $3 and verb = any($4::text[])
    and by_rule is null and actor_id is not null${more}`,
  values: [tx.tenantId, approval.entity, documentId, writing(approval), ...value],
})

/** Whether the person made or changed the document, or handed it in for a colleague. */
export async function hasWritten(tx: Transaction, approval: Approval, documentId: unknown, userId: string): Promise<boolean> {
  return (await tx.run(eventsOf(tx, approval, documentId, ' and actor_id = $5 limit 1', [userId]))).rows.length > 0
}

/** The ids of the people who did. What this transaction writes itself is not among its events yet. */
async function writersOf(tx: Transaction, approval: Approval, documentId: unknown): Promise<string[]> {
  return (await tx.run(eventsOf(tx, approval, documentId))).rows.map((row) => String(row.actor_id))
}

/** Whether the person of a request is the one who hands a document in, and not a process. */
export const handsIn = ({ actor, rule }: Context, { steps: { begin }, machine }: Approval): string[] =>
  rule || (begin && machine.steps[begin]!.inner) ? [] : [actor.userId]

/** What phones keep of who wrote a document, and whether it can be taken back. `now`: people whose events this transaction writes. */
export async function briefPeople(
  tx: Transaction,
  approval: Approval,
  documentId: unknown,
  now: readonly string[] = [],
): Promise<Required<Pick<Brief, 'writers' | 'withdrawable'>>> {
  const writers = [...new Set([...(await writersOf(tx, approval, documentId)), ...now])]
  return { writers, withdrawable: approval.steps.withdrawn !== undefined }
}

/** A person who changes a document while it is being decided is one of its writers from then on. */
export function addWriter({ actor, rule }: Context, tx: Transaction, approval: Approval, documentId: unknown): void {
  if (rule) return
  tx.later({
    text: `update flow_instance set brief = jsonb_set(brief, '{writers}', coalesce(brief->'writers', '[]') || to_jsonb($4::text))
      where tenant_id = $1 and approval_kind = $2 and document_id = $3 and instance_status = 'running' and brief is not null
        and not coalesce(brief->'writers', '[]') ? $4`,
    values: [tx.tenantId, approval.kind, documentId, actor.userId],
  })
}

/** Keeps what approvers read of a document that was changed while it is being decided, as its next revision. */
export function keepDocument(
  tx: Transaction,
  instanceId: string,
  { instanceTitle, document }: { instanceTitle: string; document: Pick<Brief, 'facts' | 'lines' | 'lineCount'> },
): void {
  tx.later({
    text: `update flow_instance set brief = brief || $3::jsonb || jsonb_build_object('revision', coalesce((brief->>'revision')::int, 0) + 1), instance_title = $4, version = version + 1, updated_at = now()
      where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, instanceId, JSON.stringify(document), instanceTitle],
  })
}
