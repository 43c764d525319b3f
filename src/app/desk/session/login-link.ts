import { ownAddress } from '#src/data/own-address.ts'
import { forget, keep, kept } from '#src/data/stored.ts'

/** What the address of the log-in may carry from another program. */
export interface LoginLink {
  readonly tenantId: string
  /** Hands a session over; spent by its first use. Undefined: the person types account and password. */
  readonly refreshToken?: string
}

const JUMP = 'jumpRouter'

/** Keeps the page of ours that the log-in is to lead to, in this tab; another site's address is not kept. */
function keepJump(address: string | null): void {
  const own = ownAddress(address ?? '', '')
  if (own) keep(JUMP, own, true)
}

/** The kept page, once: it is forgotten. */
export function takeJump(): string | undefined {
  const jump = kept<string>(JUMP)
  if (jump !== undefined) forget(JUMP)
  return jump === undefined ? undefined : ownAddress(jump)
}

/**
 * Reads the query of the log-in page. The page takes it out of the address at once: addresses are kept in histories and passed on. A `clientId` alone is no
 * proof of anything and signs no one in.
 */
export function loginLink(search: string): LoginLink | undefined {
  const query = new URLSearchParams(search)
  keepJump(query.get('jumpRouter'))
  const tenantId = query.get('tenantId') ?? ''
  if (!/^[0-9A-Za-z]{1,12}$/.test(tenantId)) return undefined
  return { tenantId, refreshToken: query.get('refreshToken') ?? undefined }
}
