import { entryApproval } from '#contract/entities/place/entry-approval.ts'
import { approvalFacts } from '#server/kit/steps/approval-facts.ts'

approvalFacts(entryApproval.kind, async ({ context, tx, row }) => {
  const amount = (row.amount_total ?? null) as string | null
  const { rows } = await tx.run({
    text: `select w.warehouse_name, (select l.item_name from warehouse_entry_line l where l.tenant_id = w.tenant_id and l.entry_id = $3 order by l.place limit 1) as item_name
      from warehouse w where w.tenant_id = $1 and w.id = $2`,
    values: [tx.tenantId, row.warehouse_id, row.id],
  })
  const { warehouse_name: warehouse, item_name: first } = rows[0] ?? {}
  const [item, count, isOne] = [first ?? '', Number(row.quantity_total ?? 0), Number(row.line_count ?? 0) <= 1]
  const said = {
    zh: `入库 ${item}${isOne ? '' : '等'} ${count} 件 至 ${warehouse}`,
    en: `Add ${count} × ${item}${isOne ? '' : ' and others'} to ${warehouse}`,
  }
  return {
    title: `${said[context.language]} ${row.entry_no}`,
    facts: { amount, quantity: row.quantity_total, warehouse: row.warehouse_id, dept: row.dept_id },
    depts: { receiving: String(row.dept_id) },
    categoryIds: [],
    amount,
  }
})
