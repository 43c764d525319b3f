import type pg from 'pg'
import { dutyFacts, dutyOf, isReadOnlyRight } from '#contract/duties.ts'
import { rights } from '#contract/rights.ts'
import { platformTenant } from '#contract/roles.ts'
import { writeAs } from '../pool.ts'
import type { Query } from '../query.ts'

/** Writes the duty of each right, for the check that the database runs at each commit. Runs at every start, in one process at a time. */
export const writeRightDuties = (pool: pg.Pool): Promise<void> =>
  writeAs(pool, platformTenant, async (tx) => {
    const rows = [...rights.keys()].map((right) => {
      const duty = dutyOf(right)
      return {
        code: right,
        duty: duty ?? null,
        core: duty !== undefined && dutyFacts[duty].core.includes(right),
        reads: isReadOnlyRight(right),
      }
    })
    tx.later({
      text: `insert into right_duty as d (right_code, duty, is_core, only_reads)
        select v.code, v.duty, v.core, v.reads from jsonb_to_recordset($1::jsonb) v(code text, duty text, core boolean, reads boolean)
        on conflict (right_code) do update set duty = excluded.duty, is_core = excluded.is_core, only_reads = excluded.only_reads
        where (d.duty, d.is_core, d.only_reads) is distinct from (excluded.duty, excluded.is_core, excluded.only_reads)`,
      values: [JSON.stringify(rows)],
    })
  })

/** SQL condition over `role r` and `role_grant g` that the role holds a right which its duty, or the lack of one, forbids. */
export const violatesDutySql = `exists (select 1 from role r left join right_duty d on d.right_code = g.right_code
  where r.tenant_id = g.tenant_id and r.id = g.role_id and (d.duty is not null and d.duty is distinct from r.duty
    or r.duty = 'audit' and d.duty is distinct from 'audit' and not coalesce(d.only_reads, false)))`

/** Removes the rights from a tenant's roles that violate their duty. */
export const dropUnsuited = (tenantId: string): Query => ({
  text: `delete from role_grant g where g.tenant_id = $1 and ${violatesDutySql}`,
  values: [tenantId],
})
