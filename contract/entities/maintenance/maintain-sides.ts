import { maintaining } from './maintain-flow.ts'

/** Whether a person may work on an order: it is theirs or no one’s, or they may assign it. Rights and states are asked elsewhere. */
export const mayWorkOn = (
  { assigneeId }: { readonly assigneeId?: string | null },
  who: { readonly userId: string; readonly rights: ReadonlySet<string> },
): boolean => !assigneeId || assigneeId === who.userId || who.rights.has(maintaining.steps.assign.may)

/** Why an order is not finished as normal after a checklist with abnormal items. */
export const notNormal = {
  zh: '检查表有异常项，保养结论不能为“正常”',
  en: 'The checklist has abnormal items, so the result cannot be “Normal”',
} as const
