import { checkLine } from '#contract/entities/check/check-line.ts'
import type { KeptCounts } from '#server/kit/kept-counts.ts'

/** The counts beside the lines of checks. A department may be missing in a line, so that it is a key of the counts alone. */
export const lineCounts: KeptCounts = {
  table: 'check_line_count',
  keys: ['check_id', 'dept_id', 'result', 'posting', 'is_surplus', 'seen_on'],
  sums: ['n', 'value'],
  rows: { of: checkLine, fields: ['check', 'result', 'posting', 'isSurplus'], sum: 'bookValue' },
}
