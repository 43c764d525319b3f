import { ApiError } from '#src/data/api-error.ts'

/** A tenant that account and password fit in. */
export interface OfferedTenant {
  readonly tenantId: string
  readonly tenantName: string
}

/** The tenants that a refused log-in lists to choose from; undefined where it was refused for something else. */
export function tenantsIn(thrown: unknown): readonly OfferedTenant[] | undefined {
  const { tenants } = (thrown instanceof ApiError && (thrown.data as { tenants?: unknown } | null)) || {}
  return Array.isArray(tenants) ? (tenants as OfferedTenant[]) : undefined
}
