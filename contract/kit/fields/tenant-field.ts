import { text } from './field.ts'

/** The tenant that a board names in its requests. */
export const tenantField = text({ zh: '租户编号', en: 'Tenant', max: 12 })
