import { Refusal } from '#contract/kit/errors.ts'

/** A refusal by a rule of purchasing, in its own sentence. */
export const rule = (zh: string, en: string, field?: string): Refusal =>
  new Refusal('rule', { zh, en }, ...(field === undefined ? [] : ([[{ field }]] as const)))

/** What the instalments of an order are held against. */
export const orderAmount = { zh: '订单金额', en: 'order amount' } as const
export const orderRest = { zh: '订单取消部分后的剩余金额', en: 'rest of the order after its cancellation' } as const
