import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/parse.ts'
import type { Actor } from './actor.ts'

const tenant = { zh: '租户', en: 'Tenant' }

/** Refuses a request that names another tenant than the person's own: it would be answered with one's own rows. */
export function refuseOtherTenant(actor: Pick<Actor, 'tenantId'>, { tenantId }: Raw): void {
  if (tenantId !== undefined && tenantId !== null && tenantId !== '' && String(tenantId) !== actor.tenantId)
    throw new Refusal('not_found', { what: tenant })
}
