import { expect } from 'vitest'
import { foldCounts } from '#server/jobs/fold-counts.ts'
import type { TestApp } from './app-for-test.ts'

export const countedBy = 'tenant_id, check_id, dept_id, result, posting, is_surplus, seen_on'
/** The lines of checks, counted as their trigger counts them. */
export const countedLines = `select c.tenant_id, c.check_id, d.dept_id, c.result, c.posting, c.is_surplus, d.seen_on, count(*) as n, sum(coalesce(c.book_value, 0)) as value
  from check_line c cross join lateral check_line_counted(c.dept_id, c.seen_at) d group by 1, 2, 3, 4, 5, 6, 7`
const kept = `select ${countedBy}, sum(n) as n, sum(value) as value from check_line_count group by ${countedBy} having sum(n) <> 0 or sum(value) <> 0`

/** What is counted beside the lines of all checks says what the lines say, before the counts are folded and after. */
export async function expectKeptLines(app: TestApp): Promise<void> {
  for (const isFolded of [false, true]) {
    if (isFolded) await foldCounts(app.pool)
    const [found] = await app.sql(`select count(*)::int as groups, coalesce(sum(n), 0)::int as lines from (${countedLines}) q`)
    expect(found!.lines).toBeGreaterThan(0)
    expect(await app.sql(`(${countedLines} except ${kept}) union all (${kept} except ${countedLines})`)).toEqual([])
    const [rows] = await app.sql(
      'select count(*) filter (where seq = 0)::int as sums, count(*) filter (where seq > 0)::int as fresh from check_line_count',
    )
    if (isFolded) expect(rows).toEqual({ sums: found!.groups, fresh: 0 })
    else expect(rows!.fresh).toBeGreaterThan(0)
  }
}
