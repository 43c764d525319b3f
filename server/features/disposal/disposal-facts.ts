import { disposalApproval } from '#contract/entities/disposal/disposal-approval.ts'
import { disposalTypes } from '#contract/entities/disposal/disposal-states.ts'
import { approvalFacts, saidOnce } from '#server/kit/steps/approval-facts.ts'

approvalFacts(disposalApproval.kind, async ({ context, tx, row }) => {
  const { rows } = await tx.run({
    text: `select distinct d.assets_category_id as id from disposal_line l join device d on d.tenant_id = l.tenant_id and d.id = l.device_id
      where l.tenant_id = $1 and l.disposal_id = $2 and d.assets_category_id is not null`,
    values: [tx.tenantId, row.id],
  })
  const amount = (row.original_total ?? null) as string | null
  const count = Number(row.device_count ?? 0)
  const way = disposalTypes[row.disposal_type as keyof typeof disposalTypes]
  const said = { zh: `${way.zh} ${count} 台设备`, en: `${way.en}: ${count} ${count === 1 ? 'device' : 'devices'}` }
  const { language } = context
  return {
    title: [saidOnce(way[language], String(row.apply_title ?? ''), said[language]), row.disposal_no].filter(Boolean).join(' '),
    facts: {
      originalValue: amount,
      approvePrice: (row.approve_price ?? null) as string | null,
      deviceCount: Number(row.device_count ?? 0),
      disposalType: String(row.disposal_type),
      declareReasons: String(row.declare_reasons),
      useDept: String(row.use_dept_id),
    },
    depts: { giving: String(row.use_dept_id) },
    categoryIds: rows.map(({ id }) => String(id)),
    amount,
  }
})
