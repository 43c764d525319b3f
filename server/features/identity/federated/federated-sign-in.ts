import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/kit/errors.ts'
import { readAs, writeAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { logRequest, type Origin } from '#server/features/record/public.ts'
import type { Tools } from '#server/kit/context.ts'
import { type FactorGiven, openFor, originOf, showFactor, userQuery } from '../sign-in/sign-in.ts'
import type { SignInClient } from '../sign-in/sign-in-client.ts'
import { visitorBy } from './federated-client.ts'
import { awayOf, comeBack, endWaiting, forgetAway, wait } from './federated-request.ts'
import { refuseLocked, userFor } from './identity-match.ts'
import { type Provider, providerOf, visited } from './identity-provider.ts'
import type { Away } from './oidc-client.ts'
import { refuseUnknown } from './pending-registration.ts'

/** Where a provider sends the browser back to: one address per provider, so that none can pass for another. `base`: the address of the program. */
export const returnAddress = (base: string, tenantId: string, source: string): string =>
  `${new URL(base).origin}/login/federated/${tenantId}/${source}`

const failed = () =>
  new Refusal('rule', {
    zh: '身份源的应答无效，未登录，请重新登录',
    en: 'The identity provider’s response is not valid, so you are not signed in. Sign in again',
  })

interface Back {
  readonly who: Row
  readonly hasFactor: boolean
  readonly signOutAddress: string | undefined
}

interface Asking {
  readonly tools: Pick<Tools, 'pool' | 'secrets' | 'reachable' | 'publicUrl'>
  readonly tenantId: string
  readonly provider: Provider
  readonly from: Origin
}

/** Logs a refusal. Of what a provider sent nothing is kept but the library's word for what is wrong. */
async function refuse({ tools, tenantId, provider, from }: Asking, error: unknown): Promise<never> {
  const code = (error as { code?: unknown } | null)?.code
  const why = error instanceof Refusal ? error.code : typeof code === 'string' ? code : 'invalid'
  await writeAs(tools.pool, tenantId, async (tx) =>
    logRequest(tx, from, { event: 'federatedRefused', outcome: 'refused', detail: `${provider.name}: ${why}` }),
  )
  throw error instanceof Refusal ? error : failed()
}

async function fromProvider(asking: Asking, came: URL, away: Away): Promise<Back> {
  const { tools, tenantId, provider, from } = asking
  try {
    const identity = await visitorBy(tools, provider, came, away)
    const who =
      (await userFor(tools.pool, tenantId, provider, identity, from)) ?? (await refuseUnknown(tools.pool, tenantId, provider, identity))
    return { who, hasFactor: identity.hasFactor, signOutAddress: identity.signOutAddress }
  } catch (error) {
    return refuse(asking, error)
  }
}

async function waitingUser({ pool }: Pick<Tools, 'pool'>, tenantId: string, userId: string): Promise<Row> {
  const [found] = await readAs(pool, tenantId, [{ text: `${userQuery} and u.id = $2`, values: [tenantId, userId] }])
  if (!found?.rows[0]) throw new Refusal('signed_out')
  return found.rows[0]
}

interface Given {
  readonly source: string
  readonly code: string
  readonly state: string
  readonly iss: string | undefined
}

/** Asks for the second factor of who is back; who has to show one and did not is waited for. Answers the token of a remembered device. */
async function factorOf(asking: Asking, back: Back, given: Given, factor: FactorGiven, isWaiting: boolean): Promise<string | undefined> {
  const { tools, tenantId, provider, from } = asking
  if (back.hasFactor) return undefined
  const { who, signOutAddress } = back
  const asked = { tenantId, account: String(who.account), personId: String(who.person_id), userId: String(who.user_id) }
  try {
    return await showFactor(tools, asked, factor, from)
  } catch (error) {
    if (!isWaiting) await wait(tools.pool, tenantId, provider.id, given.state, { userId: asked.userId, signOutAddress })
    throw error
  }
}

/** Signs in who comes back from a provider with a code, and afterwards with a second factor where they have one. Refuses everything that is not theirs. */
export async function federatedSignIn(
  tools: Asking['tools'],
  given: Given & { readonly tenantId: string; readonly base: string },
  request: FastifyRequest,
  reply: FastifyReply,
  client: SignInClient,
  factor: FactorGiven,
) {
  const { tenantId, source, state, code, iss, base } = given
  const provider = await providerOf(tools.pool, tenantId, source, visited)
  const asking: Asking = { tools, tenantId, provider, from: originOf(request) }
  const away = awayOf(request, state)
  const waiting = await comeBack(tools.pool, tenantId, provider.id, state)
  const came = new URL(returnAddress(base, tenantId, source))
  came.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString()
  const back = waiting
    ? { who: await waitingUser(tools, tenantId, waiting.userId), hasFactor: false, signOutAddress: waiting.signOutAddress }
    : await fromProvider(asking, came, away)
  await refuseLocked(tools.pool, tenantId, back.who.user_id)
  const device = await factorOf(asking, back, given, factor, waiting !== undefined)
  if (waiting) await endWaiting(tools.pool, tenantId, state)
  forgetAway(reply)
  const answer = await openFor(tools.pool, tenantId, back.who, asking.from, client, {
    providerId: provider.id,
    hasFactor: back.hasFactor,
    signOutAddress: back.signOutAddress,
  })
  return { answer, device }
}
