import { type Field, integer, items, link, money, text } from '../../kit/fields/field.ts'

/** What an order says of a part that was used for it, named and priced as it was then. Pieces that are given back are a line with less than none. */
export const usedPart = {
  stockPart: link({ zh: '库存配件', en: 'Part in stock', to: 'devicePart' }),
  partName: text({ zh: '配件名称', en: 'Part', required: true, list: true, search: true, max: 100 }),
  quantity: integer({ zh: '数量', en: 'Quantity', required: true, list: true }),
  unitPrice: money({ zh: '单价', en: 'Unit price', min: 0, list: true, perUnit: true }),
  // Pieces of a stock cost its average of that moment, which the price to the cent only shows.
  amount: money({ zh: '金额', en: 'Amount', list: true }),
} as const

/** The input for parts used, of a step that ends work. `cost`: the field of the order that totals them. */
export const partsUsed = <const F extends Field>(cost: F) =>
  items({
    zh: '更换配件',
    en: 'Parts used',
    max: 50,
    totals: [{ label: cost, field: cost, of: ['quantity', 'unitPrice'] }],
    fields: {
      stockPart: usedPart.stockPart,
      partName: text({ zh: '配件名称', en: 'Part', max: 100 }),
      quantity: integer({ zh: '数量', en: 'Quantity', required: true, min: 1, max: 9999 }),
      unitPrice: money({ zh: '单价', en: 'Unit price', min: 0 }),
    },
  })

/** The input for pieces that go back into stock. */
export const partsBack = {
  parts: items({
    zh: '退库配件',
    en: 'Parts to return',
    required: true,
    max: 50,
    fields: {
      stockPart: link({ zh: '库存配件', en: 'Part in stock', to: 'devicePart', required: true }),
      quantity: integer({ zh: '数量', en: 'Quantity', required: true, min: 1, max: 9999 }),
    },
  }),
} as const
