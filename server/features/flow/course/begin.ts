import { v7 as uuid } from 'uuid'
import { approvals } from '#contract/entities/flow/approval-kinds.ts'
import type { Brief } from '#contract/entities/flow/brief.ts'
import { flowInstance } from '#contract/entities/flow/flow-instance.ts'
import type { Approval } from '#contract/kit/entity/approval.ts'
import { cutText } from '#contract/kit/fields/cut-text.ts'
import { hasControl, isId } from '#contract/kit/fields/parse.ts'
import { entityNamed } from '#contract/registry.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { factsOf } from '#server/kit/steps/approval-facts.ts'
import { record } from '#server/kit/steps/event.ts'
import { afterStep } from '#server/kit/steps/step.ts'
import { lockRows, readSeen } from '#server/kit/write/lock.ts'
import { documentBrief } from '../document-brief.ts'
import { versionFor } from '../versions.ts'
import { refuseUnchosen } from './chosen.ts'
import { type Course, runningOf } from './course.ts'
import { enterFirst } from './enter.ts'
import { act, addRecord } from './write.ts'
import { briefPeople, handsIn, keepDocument } from './writers.ts'

/** The people that the applicant names for nodes: ids by node; anything else is left out. */
function chosenOf(given: unknown): Record<string, string[]> | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null
  const found = Object.entries(given).flatMap(([key, ids]): [string, string[]][] =>
    !hasControl(key) && key.length <= 40 && Array.isArray(ids) && ids.length <= 100 && ids.every(isId) ? [[key, ids as string[]]] : [],
  )
  return found.length > 0 ? Object.fromEntries(found.slice(0, 500)) : null
}

/** The person who made the document, with the department; the person of the request if none is recorded. */
async function applicantOf({ actor }: Context, tx: Transaction, doc: Row): Promise<{ id: string; deptId: string | null; name: unknown }> {
  const id = (doc.created_by ?? actor.userId) as string
  const { rows } = await tx.run({
    text: 'select dept_id, real_name from app_user where tenant_id = $1 and id = $2',
    values: [tx.tenantId, id],
  })
  return { id, deptId: (rows[0]?.dept_id ?? null) as string | null, name: rows[0]?.real_name }
}

/** Who wants what, in one line. */
const titleFor = (applicant: unknown, title: string): string =>
  cutText([applicant, title].filter(Boolean).join(' '), flowInstance.fields.instanceTitle.max)

/**
 * Starts the approval of a locked document by the version that fits it. `asked`: its applicant could name people; refused where they are needed and missing.
 */
export async function begin(context: Context, tx: Transaction, approval: Approval, doc: Row, asked?: { chosen: unknown }): Promise<string> {
  const given = await factsOf(approval.kind, { context, tx, row: doc })
  const { id: applicantId, deptId, name } = await applicantOf(context, tx, doc)
  const version = await versionFor(context, tx, approval, {
    eventType: given.eventType ?? null,
    deptId,
    categoryIds: given.categoryIds ?? [given.facts.category].flat().filter(isId),
    amount: given.amount ?? (given.facts.amount as string | null | undefined) ?? null,
  })
  const chosen = chosenOf(asked?.chosen)
  if (asked) await refuseUnchosen(tx, version.tree, given.facts, { applicantId, chosen: chosen ?? {}, language: context.language })
  const row: Row = {
    id: uuid(),
    instance_title: titleFor(name, given.title),
    approval_kind: approval.kind,
    instance_status: 'running',
    applicant_id: applicantId,
    dept_id: deptId,
    document_id: doc.id,
    flow_version_id: version.id,
    chosen,
  }
  tx.later({
    text: `insert into flow_instance (tenant_id, id, instance_title, approval_kind, instance_status, applicant_id, dept_id, document_id, flow_version_id, chosen, created_by, updated_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    values: [tx.tenantId, ...Object.values({ ...row, chosen: row.chosen ? JSON.stringify(row.chosen) : null }), context.actor.userId],
  })
  const document = await documentBrief(context, tx, approval, doc, given.facts)
  const people = await briefPeople(tx, approval, doc.id, handsIn(context, approval))
  const { zh, en } = approval
  const brief: Brief = { kind: { zh, en }, ...document, course: [], asked: [], earlier: [], allowSelf: false, ...people }
  Object.assign(row, { version: 1, current_nodes: null, brief, updated_at: new Date().toISOString() })
  const course: Course = { context, tx, approval, doc, row, tree: version.tree, nodes: [], tasks: [] }
  record({ ...context, rule: undefined }, tx, { entity: flowInstance.name, entityId: String(row.id), verb: 'add', version: 1 })
  addRecord(course, { act: 'start' })
  await enterFirst(course, () => act(course, 'start'))
  return String(row.id)
}

/** What approvers read follows a document that changes while it waits: its facts, its lines and the title of the approval. */
export async function renewBrief(context: Context, tx: Transaction, approval: Approval, documentId: string): Promise<void> {
  const id = await runningOf(tx, approval, documentId)
  if (!id) return
  const doc = await readSeen(entityNamed(approval.entity), context, tx, documentId)
  if (!doc) return
  const { name } = await applicantOf(context, tx, doc)
  const { title, facts } = await factsOf(approval.kind, { context, tx, row: doc })
  const document = await documentBrief(context, tx, approval, doc, facts)
  keepDocument(tx, id, { instanceTitle: titleFor(name, title), document })
}

const beginSteps = (approval: Approval): void => {
  const { begin: name } = approval.steps
  if (name) {
    afterStep(
      approval.machine,
      name,
      async ({ context, tx, row, input }) => void (await begin(context, tx, approval, row, { chosen: input.chosen })),
    )
    return
  }
  const of = entityNamed(approval.entity)
  hook(
    of,
    {
      async afterSave(context, tx, { id, isNew }) {
        if (!isNew) return
        const [doc] = await lockRows(of, context, tx, [id])
        await begin(context, tx, approval, doc!)
      },
    },
    90,
  )
}
for (const approval of approvals.values()) beginSteps(approval)
