import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Actor } from './actor.ts'

const tenant = { zh: '租户', en: 'Tenant' }

/** Throws if a request names another tenant than the person's own; otherwise it would be answered with rows of the wrong tenant. */
export function refuseOtherTenant(actor: Pick<Actor, 'tenantId'>, { tenantId }: Raw): void {
  if (tenantId !== undefined && tenantId !== null && tenantId !== '' && String(tenantId) !== actor.tenantId)
    throw new Refusal('not_found', { what: tenant })
}
