import type { checkDept } from './check-dept.ts'
import type { checkLine } from './check-line.ts'
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
} as const
