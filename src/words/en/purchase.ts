import type { purchaseZh } from '../zh/purchase.ts'

export const purchaseEn: Readonly<Record<keyof typeof purchaseZh, string>> = {
  'quotes.none': 'There are no quotes for this plan yet',
  'quotes.total': 'Total',
  'quotes.lowest': 'Lowest',
  'quotes.chosen': 'Chosen',
  'quotes.partial': 'Not all lines',
  'quotes.days': '{days} d',
  'quotes.months': '{months} months',
  'quotes.needed': 'Orders of more than {limit} from one supplier need {needed} quotes',
  'quotes.back': 'Back to the plan',
  'purchase.prices': 'Model price history',
}
