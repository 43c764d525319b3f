import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { captcha, refresh, token } from '#contract/calls/identity/session.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import { platformTenant } from '#contract/roles.ts'
import { writeAs } from '#server/db/pool.ts'
import { countedTogether } from '#server/http/counted.ts'
import { inputOf, type Mounting, refuseForbidden } from '#server/http/mount.ts'
import { sendAnswer } from '#server/http/reply.ts'
import { deviceCookie, refreshCookie, refuseCrossSite, refuseForeignOrigin, tenantOf, whoOf } from '#server/http/who.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { siteOf } from '#server/kit/outbound/site.ts'
import { read } from '#server/kit/refuse.ts'
import { directorySignIn } from '../federated/directory-sign-in.ts'
import { federatedSignIn } from '../federated/federated-sign-in.ts'
import { checkCaptcha, newCaptcha } from './captcha.ts'
import { refreshSession } from './refresh.ts'
import { setCookies, setDevice } from './session-cookies.ts'
import { isAccountOf, signIn, switchTenant, type tokenAnswer } from './sign-in.ts'
import { clientOf } from './sign-in-client.ts'
import { takeOver } from './take-over.ts'
import { tenantOfAccount } from './tenant-choice.ts'
import { tenantNamed } from './tenant-named.ts'

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const unsupported = (grant: string) =>
  new Refusal('rule', { zh: `不支持的登录方式“${grant}”`, en: `The sign-in method “${grant}” is not supported` })

const unnamed = () => new Refusal('rule', { zh: '请输入租户编号', en: 'Enter the tenant' }, [{ field: 'tenantId' }])

async function answerRefresh(mounting: Mounting, request: FastifyRequest, input: Raw) {
  const shown = given(input)
  const byCookie = shown === '' ? request.cookies[refreshCookie] : undefined
  if (byCookie) refuseCrossSite(request, { byCookie: true }, mounting.publicUrl)
  const refreshToken = shown || (byCookie ?? '')
  const tenantId = tenantOf(refreshToken)
  if (!tenantId) throw new Refusal('signed_out')
  const client = await clientOf(mounting.tools.pool, request, 'refresh_token')
  return refreshSession(mounting.tools.pool, tenantId, refreshToken, request, client)
}

/** The refresh token in the parameters of a request, as other programs send it; empty without one. */
const given = ({ refreshToken, refresh_token }: Raw): string => String(refreshToken ?? refresh_token ?? '')

async function answerMove(mounting: Mounting, request: FastifyRequest, tenantId: string, input: Raw) {
  const { pool } = mounting.tools
  const refresh = given(input)
  const from = tenantOf(refresh)
  if (!from) throw new Refusal('signed_out')
  const check = (actor: Actor): void => refuseForbidden(actor, { name: token.name, may: 'session' })
  return takeOver(pool, { from, refresh, tenantId, check }, request, await clientOf(pool, request, 'switch_token'))
}

async function answerToken(mounting: Mounting, request: FastifyRequest, reply: FastifyReply, needsCaptcha: boolean) {
  const raw = inputOf(request)
  const input = read(token.input, raw) as Record<string, string | undefined>
  const grant = input.grant_type ?? ''
  const { pool } = mounting.tools
  if (grant === 'refresh_token') return answerRefresh(mounting, request, input)
  const { tenantName } = input
  const tenantId = await tenantNamed(pool, {
    tenantId: input.tenantId ?? (tenantName ? undefined : header(request, 'tenant-id')),
    tenantName,
  })
  if (grant === 'switch_token' && given(input)) return answerMove(mounting, request, tenantId, input)
  if (grant === 'switch_token') {
    const by = whoOf(request)
    refuseCrossSite(request, by, mounting.publicUrl)
    const actor = await mounting.sessions.read(by, (found) => ({ queries: [], answer: () => found }))
    // Another tenant is no way around a locked screen.
    refuseForbidden(actor, { name: token.name, may: 'session' })
    const client = await clientOf(pool, request, grant)
    return writeAs(pool, actor.tenantId, (tx) => switchTenant(tx, actor, tenantId, request, client))
  }
  const factor = {
    typed: input.totp,
    passkey: input.passkey,
    within: grant === 'social' ? input.state : undefined,
    device: request.cookies[deviceCookie],
    isKept: input.remember === '1' || input.remember === 'true',
  }
  const done = (signed: { answer: ReturnType<typeof tokenAnswer>; device: string | undefined }) => {
    if (signed.device) setDevice(request, reply, signed.device, mounting.publicUrl)
    return signed.answer
  }
  if (grant === 'social') {
    const client = await clientOf(pool, request, grant)
    const { source = '', code = '', state = '', iss } = input
    const given = { tenantId, source, code, state, iss, base: siteOf(mounting.tools) }
    return done(await federatedSignIn(mounting.tools, given, request, reply, client, factor))
  }
  if (grant !== 'password' && grant !== 'captcha') throw unsupported(grant)
  const client = await clientOf(pool, request, grant)
  if (grant === 'captcha' || needsCaptcha)
    await checkCaptcha(pool, input.key ?? header(request, 'captcha-key'), input.code ?? header(request, 'captcha-code'))
  // A tenant that is sent empty is looked for; one that is not sent at all is the default.
  const isUnnamed = raw.tenantId === '' && !tenantName && header(request, 'tenant-id') === undefined
  if (input.type === 'ldap') {
    if (isUnnamed) throw unnamed()
    // As it was typed: a password may begin with a space.
    const typed = {
      tenantId,
      source: input.source ?? '',
      account: input.username ?? '',
      password: raw.password,
      publicUrl: mounting.publicUrl,
    }
    return done(await directorySignIn(mounting.tools, typed, request, client, factor))
  }
  const account = input.username ?? ''
  // The log-in sends the default for a field that is left empty, so that an account which is not there is looked for as well.
  const isElsewhere = tenantId === platformTenant && !(await isAccountOf(pool, platformTenant, account))
  const inTenant = isUnnamed || isElsewhere ? await tenantOfAccount(pool, account, input.password, request) : tenantId
  return done(await signIn(mounting.tools, inTenant, account, input.password, request, client, factor))
}

/** The public calls of a session: token, refresh and captcha. `limit` bounds attempts per address. */
export function sessionRoutes(app: FastifyInstance, mounting: Mounting, options: { captcha: boolean; limit: number }): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply, work: () => Promise<ReturnType<typeof tokenAnswer>>) => {
    // A page of another site must not sign a person in to another account.
    refuseForeignOrigin(request, mounting.publicUrl)
    const tokens = await work()
    setCookies(request, reply, tokens, mounting.publicUrl)
    reply.header('cache-control', 'no-store')
    return sendAnswer(request, reply, 'flat', tokens)
  }
  const countedToken = countedTogether(app, options.limit)
  for (const path of pathsOf(token))
    app.post(`/api${path}`, countedToken, (request, reply) =>
      answer(request, reply, () => answerToken(mounting, request, reply, options.captcha)),
    )
  const countedRefresh = countedTogether(app, options.limit)
  for (const path of pathsOf(refresh))
    app.post(`/api${path}`, countedRefresh, (request, reply) =>
      answer(request, reply, () => answerRefresh(mounting, request, read(refresh.input, inputOf(request)))),
    )
  const countedCaptcha = countedTogether(app, options.limit)
  for (const path of pathsOf(captcha))
    app.get(`/api${path}`, countedCaptcha, async (request, reply) =>
      sendAnswer(request, reply.header('cache-control', 'no-store'), 'flat', await newCaptcha(mounting.tools.pool)),
    )
}
