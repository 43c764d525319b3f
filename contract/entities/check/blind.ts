import type { checkDept } from './check-dept.ts'
import type { checkLine } from './check-line.ts'
import type { checkReview } from './check-review.ts'
import type { checkScan } from './check-scan.ts'
import { checkTask } from './check-task.ts'

/** The checks whose counters are not to know the book: phones get the lines that the person has decided, and of no row what the book says. */
export const blindCheck = {
  task: checkTask,
  field: 'mode',
  is: 'blind',
  /** Fields that say what is on the book, by entity. */
  book: {
    checkLine: ['dept', 'bookDept', 'bookLocation', 'bookStatus'] satisfies (keyof typeof checkLine.fields)[],
    checkDept: ['bookCount'] satisfies (keyof typeof checkDept.fields)[],
  },
  /** The right of those who decide about results: they see the book while the check runs. */
  judge: 'checkTask.post',
  /** What counters do not read while it runs, but for rows that are their own by this field; null: none of them. */
  hiddenRows: {
    checkLine: null,
    checkScan: 'user' satisfies keyof typeof checkScan.fields,
    checkReview: 'seenBy' satisfies keyof typeof checkReview.fields,
  },
} as const
