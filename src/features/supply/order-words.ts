import type { Words } from '#contract/kit/words.ts'

/** Says on the page of an order that its instalments come to too much. */
export const beyondOrder = (amount: string): Words => ({
  zh: `订单取消部分后，各期付款超出应付金额 ${amount} 元，请变更或取消分期付款`,
  en: `After the cancellation the instalments are ${amount} more than what is to be paid. Change or cancel instalments`,
})
