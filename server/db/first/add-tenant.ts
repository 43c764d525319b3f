import { shortestRange } from '#contract/entities/identity/password-lengths.ts'
import type { Query } from '../query.ts'

/** The first password policy of a tenant; run it in a session of that tenant. */
export const firstPolicy = (tenantId: string): Query => ({
  text: 'insert into password_rule (tenant_id, shortest) values ($1, $2) on conflict do nothing',
  values: [tenantId, shortestRange.min],
})
