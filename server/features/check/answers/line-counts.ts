import { checkLine } from '#contract/entities/check/check-line.ts'
import type { KeptCounts } from '#server/kit/counts/kept-counts.ts'
import { noDept } from '#server/kit/counts/tally-facts.ts'

/** The counts beside the lines of checks. A line may have no department, so that conditions over it do not hold for the counts; its group does. */
export const lineCounts: KeptCounts = {
  table: 'check_line_count',
  keys: ['check_id', 'dept_id', 'result', 'posting', 'is_surplus', 'seen_on'],
  sums: ['n', 'value'],
  rows: {
    of: checkLine,
    fields: ['check', 'result', 'posting', 'isSurplus'],
    groups: [
      { by: 'dept', key: `nullif(t.dept_id, '${noDept}')::text` },
      { by: 'seenAt', as: 'day', key: `to_char(nullif(t.seen_on, '-infinity'), 'YYYY-MM-DD')` },
    ],
    sum: 'bookValue',
  },
}
