import { v7 } from 'uuid'
import { lineCodeFields } from '#contract/entities/check/line-codes.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { dayMs, dayStart, homeDay, monthAfter } from '#contract/kit/time/day.ts'
import { homeDaySql } from '#server/db/home-time.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'

/** Checks of the last two years: title, months ago, and the departments that they counted; none: the whole hospital. */
const closed = [
  ['全院年度盘点', 23, []],
  ['急诊与重症半年盘点', 17, ['急诊科', '重症医学科']],
  ['全院年度盘点', 11, []],
  ['外科系统专项盘点', 8, ['普外科', '骨科', '神经外科', '泌尿外科', '胸外科']],
  ['急诊与重症半年盘点', 5, ['急诊科', '重症医学科']],
] as const

/** Closed checks with their book, observations and postings; most lines match. */
export async function demoClosedChecks(tx: Transaction, { depts, users }: DemoGround): Promise<void> {
  const [manager, keeper] = [users.get('manager'), users.get('keeper')]
  const codes = lineCodeFields.map(snake)
  for (const [title, monthsAgo, names] of closed) {
    const id = v7()
    // The fourth at nine in the morning.
    const at = new Date(Date.parse(dayStart(monthAfter(homeDay(new Date()), -monthsAgo))) + 3 * dayMs + 9 * 3_600_000)
    const day = (days: number): string => new Date(at.getTime() + days * dayMs).toISOString()
    const scope = names.flatMap((name) => depts.get(name) ?? [])
    tx.later({
      text: `insert into check_task (tenant_id, id, created_by, updated_by, created_at, check_title, check_status, mode, begin_date, end_date, scope_depts, started_at, closed_at)
        values ($1, $2, $3, $3, $4::timestamptz, $5, 'closed', 'open', ${homeDaySql('$4::timestamptz')}, ${homeDaySql('$6::timestamptz')}, $7, $4::timestamptz, $6::timestamptz)`,
      values: [tx.tenantId, id, manager, day(0), `${homeDay(at).slice(0, 4)}年${title}`, day(12), scope.length > 0 ? scope : null],
    })
    for (const user of [keeper, manager])
      tx.later({
        text: 'insert into check_member (tenant_id, id, created_by, check_id, user_id) values ($1, $2, $3, $4, $5)',
        values: [tx.tenantId, v7(), manager, id, user],
      })
    tx.later({
      text: `insert into check_line (tenant_id, id, created_by, created_at, check_id, device_id, device_name, ${codes.join(', ')}, dept_id, book_dept_id, book_location_id, book_status, book_value,
          result, is_surplus, posting, seen_by_id, seen_at, seen_location_id, reason)
        select $1, gen_random_uuid(), $2, $4::timestamptz, $3, d.id, d.device_name, ${codes.map((code) => `d.${code}`).join(', ')}, d.use_dept_id, d.use_dept_id, d.location_id, 'in_use', d.original_value,
          q.result, 0, 'posted', $5, $4::timestamptz + make_interval(hours => 4 + q.place % 190), d.location_id, case q.result when 'match' then null else '搬动后未登记' end
        from (select id, n as place, case when (n * 7 + $6::int) % 43 = 0 then 'misplaced' when (n * 5 + $6::int) % 89 = 0 then 'mismatch' else 'match' end as result
          from (select id, row_number() over (order by device_code)::int as n from device where tenant_id = $1 and filing_status = 'filed' and eam_status <> 'in_stock'
            and created_at < $4::timestamptz and ($7::uuid[] is null or use_dept_id = any($7::uuid[]))) c) q
        join device d on d.tenant_id = $1 and d.id = q.id`,
      values: [tx.tenantId, manager, id, day(0), keeper, monthsAgo, scope.length > 0 ? scope : null],
    })
    tx.later({
      text: `insert into check_dept (tenant_id, id, created_by, check_id, dept_id, dept_title, dept_status, round, round_at, book_count, submitted_by_id, submitted_at, posted_at)
        select $1, gen_random_uuid(), $2, $3, d.id, d.dept_name, 'posted', 1, $4::timestamptz, l.n, $5, $6::timestamptz, $7::timestamptz
        from (select dept_id, count(*)::int as n from check_line where tenant_id = $1 and check_id = $3 group by 1) l join dept d on d.tenant_id = $1 and d.id = l.dept_id`,
      values: [tx.tenantId, manager, id, day(0), keeper, day(10), day(11)],
    })
    tx.later({
      text: `update check_task set line_count = (select count(*) from check_line l where l.tenant_id = $1 and l.check_id = $2) where tenant_id = $1 and id = $2`,
      values: [tx.tenantId, id],
    })
  }
}
