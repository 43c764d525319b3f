import type { FormOf } from '#src/kit/phone/asked-fields.ts'

/** What the form of a loan asks: without its time none is approved. */
export const borrowForm = {
  asks: ['borrowTime', 'returnTime', 'reason'],
  needs: ['borrowTime', 'returnTime'],
  fills: ['applyTitle', 'type', 'dept', 'useDept'],
} as const satisfies FormOf
