import { entryApproval } from '#contract/entities/place/entry-approval.ts'
import { approvalFacts } from '#server/kit/approval-facts.ts'

approvalFacts(entryApproval.kind, async ({ row }) => {
  const amount = (row.amount_total ?? null) as string | null
  return {
    title: String(row.entry_no),
    facts: { amount, quantity: row.quantity_total, warehouse: row.warehouse_id, dept: row.dept_id },
    depts: { receiving: String(row.dept_id) },
    categoryIds: [],
    amount,
  }
})
