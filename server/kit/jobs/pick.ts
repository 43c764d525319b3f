/** A job that may start. */
export interface Candidate {
  readonly tenantId: string
  readonly id: string
  readonly kind: string
}

/**
 * Fair scheduling: the jobs to try next, best first. Kinds without a free place are left out. The tenant that was served least recently
 * comes first, and within a tenant the oldest job. A tenant therefore never waits for another tenant's backlog, only for a free place.
 */
export function pick(candidates: readonly Candidate[], free: (kind: string) => number, served: ReadonlyMap<string, number>): Candidate[] {
  const rank = (one: Candidate): number => served.get(one.tenantId) ?? -1
  return candidates
    .filter(({ kind }) => free(kind) > 0)
    .sort((one, other) => rank(one) - rank(other) || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
}
