/** A job that may be begun. */
export interface Candidate {
  readonly tenantId: string
  readonly id: string
  readonly kind: string
}

/**
 * Fair scheduling: the jobs to try next, best first. Kinds without a free place are left out; among tenants the one that was served least recently comes
 * first, within a tenant the oldest job. So no tenant waits for another tenant's queue, only for a free place.
 */
export function pick(candidates: readonly Candidate[], free: (kind: string) => number, served: ReadonlyMap<string, number>): Candidate[] {
  const rank = (one: Candidate): number => served.get(one.tenantId) ?? -1
  return candidates
    .filter(({ kind }) => free(kind) > 0)
    .sort((one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
}
