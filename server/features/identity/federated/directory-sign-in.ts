import type { FastifyRequest } from 'fastify'
import { Refusal } from '#contract/kit/errors.ts'
import { writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import type { Origin } from '#server/features/record/public.ts'
import type { Tools } from '#server/kit/context.ts'
import { forgetAttempts } from '../sign-in/end-sessions.ts'
import { countAttempt, type FactorGiven, noteWrong, openFor, originOf, showFactor } from '../sign-in/sign-in.ts'
import type { SignInClient } from '../sign-in/sign-in-client.ts'
import { askDirectory } from './directory.ts'
import { meantUser, refuseLocked, userFor } from './identity-match.ts'
import { type Provider, providerOf } from './identity-provider.ts'
import { refuseUnknown } from './pending-registration.ts'

/**
 * Refuses a password that would travel in the open: a directory has to see it itself. A proxy on this machine that the program was not told about
 * is known by the public address.
 */
function refuseOpen(request: FastifyRequest, publicUrl: string | undefined): void {
  const isHere = /^(127\.|::1$|::ffff:127\.)/.test(request.ip)
  const isSafe = request.protocol === 'https' || (isHere && publicUrl?.startsWith('https:') === true)
  if (!isSafe) throw new Refusal('rule', { zh: '目录账号只能通过 HTTPS 登录', en: 'Directory accounts can sign in over HTTPS only' })
  // Addresses are logged by proxies on the way.
  if ((request.query as Record<string, unknown>).password !== undefined)
    throw new Refusal('rule', { zh: '目录密码不能放在地址中', en: 'A directory password cannot be part of the address' })
}

interface Typed {
  readonly tenantId: string
  readonly source: string
  readonly account: string
  readonly password: unknown
}

type Signing = Pick<Tools, 'pool' | 'secrets' | 'reachable' | 'publicUrl'>

/** Who has typed the password of the directory; attempts count on the account of ours, else of the directory, however it was typed. */
async function proven(tools: Signing, provider: Provider, { tenantId, account, password }: Typed, from: Origin): Promise<Row> {
  const { pool } = tools
  return askDirectory(tools, provider, account, async ({ identity, fits }) => {
    const meant = identity && (await meantUser(pool, tenantId, provider, identity))
    const asked = {
      tenantId,
      account: String(meant?.account ?? identity?.account ?? account),
      personId: meant?.person_id as string | undefined,
      userId: meant?.user_id as string | undefined,
    }
    const failed = await countAttempt(pool, tenantId, asked.account)
    if (!(await fits(String(password)))) {
      await writeAs(pool, tenantId, async (tx) => noteWrong(tx, asked, failed, from))
      throw new Refusal('wrong_password')
    }
    const who = await userFor(pool, tenantId, provider, identity!, from)
    await writeAs(pool, tenantId, async (tx) => forgetAttempts(tx, { id: asked.userId, account: asked.account }))
    return who ?? refuseUnknown(pool, tenantId, provider, identity!)
  })
}

/** Signs in with account and password of a directory, and the second factor of who has one. `publicUrl`: the address people type. */
export async function directorySignIn(
  tools: Signing,
  typed: Typed & { readonly publicUrl: string | undefined },
  request: FastifyRequest,
  client: SignInClient,
  factor: FactorGiven,
) {
  refuseOpen(request, typed.publicUrl)
  const { tenantId, source, account, password } = typed
  if (account === '' || typeof password !== 'string' || password === '') throw new Refusal('wrong_password')
  const provider = await providerOf(tools.pool, tenantId, source, ['ldap'])
  const from = originOf(request)
  const who = await proven(tools, provider, typed, from)
  await refuseLocked(tools.pool, tenantId, who.user_id)
  const asked = { tenantId, account: String(who.account), personId: String(who.person_id), userId: String(who.user_id) }
  const device = await showFactor(tools, asked, factor, from)
  const by = { providerId: provider.id, hasFactor: false }
  return { answer: await openFor(tools.pool, tenantId, who, from, client, by), device }
}
