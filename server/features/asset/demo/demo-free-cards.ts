import type { Transaction } from '#server/db/pool.ts'

/** Ids of free cards of a department by their numbers: filed, in use, on no application and not shared. `kinds`: common names, any when absent. */
export async function demoCardsOf(
  tx: Transaction,
  deptId: string | undefined,
  count: number,
  kinds?: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.run({
    text: `select d.id from device d where d.tenant_id = $1 and d.use_dept_id = $2 and d.filing_status = 'filed' and d.eam_status = 'in_use' and not d.is_deleted
      and coalesce(d.is_shared, 0) = 0 and not exists (select 1 from device_hold h where h.tenant_id = d.tenant_id and h.device_id = d.id)
      and ($4::text[] is null or d.common_name = any($4)) order by d.device_code limit $3`,
    values: [tx.tenantId, deptId, count, kinds ?? null],
  })
  return rows.map((row) => String(row.id))
}
