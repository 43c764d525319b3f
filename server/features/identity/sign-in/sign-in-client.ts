import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { ownClient } from '#contract/entities/tooling/client.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs } from '#server/db/pool.ts'
import { basicClient } from '#server/kit/access/client-named.ts'
import { hashSecret } from '#server/kit/access/client-secrets.ts'

/** The program that asks for a token, and what its tokens may be. */
export interface SignInClient {
  readonly name: string
  readonly grants: ReadonlySet<string>
  /** Seconds that tokens last at most; undefined: as long as those of our own pages. */
  readonly access?: number
  readonly refresh?: number
}

const unknown = () =>
  new Refusal('rule', { zh: '客户端编号或密钥不正确，或客户端已停用', en: 'The client or its secret is wrong, or the client is inactive' })

/**
 * The client that the Basic header of a token request names; without one, that of our own pages. Refuses an unknown or stopped client, a wrong secret, and a
 * grant that the client has not.
 */
export async function clientOf(pool: pg.Pool, request: FastifyRequest, grant: string): Promise<SignInClient> {
  const named = basicClient(request.headers.authorization)
  const [found] = await readAs(pool, platformTenant, [
    {
      text: `select client_id, secret_hash, authorized_grant_types as grants, access_token_validity as access, refresh_token_validity as refresh
        from oauth_client where tenant_id = $1 and client_id = $2 and not is_deleted and coalesce(is_stopped, 0) = 0`,
      values: [platformTenant, named?.id ?? ownClient],
    },
  ])
  const row = found?.rows[0]
  if (!row || (named && !timingSafeEqual(row.secret_hash as Buffer, hashSecret(named.secret)))) throw unknown()
  const grants = new Set(row.grants as string[])
  if (!grants.has(grant))
    throw new Refusal('rule', {
      zh: `客户端“${row.client_id}”不能使用登录方式“${grant}”`,
      en: `The client “${row.client_id}” cannot use the sign-in method “${grant}”`,
    })
  const [access, refresh] = [row.access, row.refresh].map((seconds) => (seconds === null ? undefined : Number(seconds)))
  return { name: String(row.client_id), grants, ...(access && { access }), ...(refresh && { refresh }) }
}
