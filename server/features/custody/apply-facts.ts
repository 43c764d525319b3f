import { applyFlow } from '#contract/entities/custody/apply-flow.ts'
import { approvalFacts, saidOnce } from '#server/kit/steps/approval-facts.ts'
import { afterStep, apply as raise } from '#server/kit/steps/step.ts'
import { wordsOfKind } from './event-config.ts'

/** Begun days between two moments; null without both. */
function daysBetween(from: unknown, to: unknown): number | null {
  const length = Date.parse(String(to)) - Date.parse(String(from))
  return Number.isFinite(length) && length > 0 ? Math.ceil(length / 86_400_000) : null
}

approvalFacts('deviceApply', async ({ context, tx, row }) => {
  const { rows } = await tx.run({
    text: `select sum(d.original_value)::numeric(16,2)::text as value, array_agg(distinct d.assets_category_id) filter (where d.assets_category_id is not null) as categories,
        min(d.manage_dept_id::text) as managing from device_apply_item i join device d on d.tenant_id = i.tenant_id and d.id = i.device_id
      where i.tenant_id = $1 and i.apply_id = $2`,
    values: [tx.tenantId, row.id],
  })
  const found = rows[0]
  const amount = (found?.value ?? row.amount ?? null) as string | null
  return {
    title: saidOnce(wordsOfKind(context, String(row.type))[context.language], String(row.apply_title)),
    eventType: String(row.type),
    facts: {
      type: row.type,
      dept: row.dept_id,
      useDept: row.use_dept_id,
      originalValue: amount,
      lineCount: row.line_count,
      days: daysBetween(row.borrow_time, row.return_time),
    },
    depts: {
      giving: (row.old_use_dept_id ?? null) as string | null,
      receiving: (row.use_dept_id ?? null) as string | null,
      managing: (found?.managing ?? null) as string | null,
    },
    categoryIds: (found?.categories ?? []) as string[],
    amount,
  }
})

// The approval begins with the submission; the engine then enters its first node.
afterStep(applyFlow, 'eventSubmit', async ({ context, tx, row }) => void (await raise(applyFlow, 'begin', context, tx, row)))
