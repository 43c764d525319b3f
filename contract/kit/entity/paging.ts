import { integer } from '../fields/field.ts'

/** The input of a call that answers page by page. */
export const paging = {
  current: integer({ zh: '页码', en: 'Page', min: 1, max: 1_000_000 }),
  size: integer({ zh: '每页条数', en: 'Page size', min: 1, max: 200 }),
} as const
