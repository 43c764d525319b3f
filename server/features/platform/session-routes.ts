import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { captcha, refresh, token } from '#contract/calls/session.ts'
import { pathsOf } from '#contract/kit/call.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/parse.ts'
import { inputOf, type Mounting, refuseForbidden } from '#server/http/mount.ts'
import { sendAnswer } from '#server/http/reply.ts'
import {
  accessCookie,
  deviceCookie,
  markerCookie,
  presented,
  refreshCookie,
  refreshPath,
  refuseCrossSite,
  refuseForeignOrigin,
  tenantOf,
} from '#server/http/who.ts'
import { read } from '#server/kit/refuse.ts'
import { checkCaptcha, newCaptcha } from './captcha.ts'
import { deviceDays } from './factor-store.ts'
import { refreshSession } from './refresh.ts'
import { signIn, switchTenant, type tokenAnswer } from './sign-in.ts'
import { clientOf } from './sign-in-client.ts'
import { refreshSeconds } from './tokens.ts'

const isSecure = (request: FastifyRequest, publicUrl: string | undefined): boolean =>
  request.protocol === 'https' || publicUrl?.startsWith('https:') === true

/** Puts the tokens into cookies that scripts cannot read, beside one that only says that a session exists. */
function setCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReturnType<typeof tokenAnswer>,
  publicUrl: string | undefined,
): void {
  const secure = isSecure(request, publicUrl)
  const common = { httpOnly: true, sameSite: 'strict' as const, secure }
  reply.setCookie(accessCookie, answer.access_token, { ...common, path: '/api', maxAge: refreshSeconds })
  reply.setCookie(refreshCookie, answer.refresh_token, { ...common, path: refreshPath, maxAge: refreshSeconds })
  reply.setCookie(markerCookie, answer.tenant_id, { sameSite: 'strict', secure, path: '/', maxAge: refreshSeconds })
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

const unsupported = (grant: string) =>
  new Refusal('rule', { zh: `不支持的登录方式“${grant}”`, en: `The sign-in “${grant}” is not offered` })

async function answerRefresh(mounting: Mounting, request: FastifyRequest, input: Raw) {
  const given = String(input.refreshToken ?? input.refresh_token ?? '')
  const byCookie = given === '' ? request.cookies[refreshCookie] : undefined
  if (byCookie) refuseCrossSite(request, { byCookie: true }, mounting.publicUrl)
  const refreshToken = given || (byCookie ?? '')
  const tenantId = tenantOf(refreshToken)
  if (!tenantId) throw new Refusal('signed_out')
  const client = await clientOf(mounting.tools.pool, request, 'refresh_token')
  return refreshSession(mounting.tools.pool, tenantId, refreshToken, request, client)
}

async function answerToken(mounting: Mounting, request: FastifyRequest, reply: FastifyReply, needsCaptcha: boolean) {
  const input = read(token.input, inputOf(request)) as Record<string, string | undefined>
  const grant = input.grant_type ?? ''
  const { pool } = mounting.tools
  const tenantId = input.tenantId ?? header(request, 'tenant-id') ?? '000000'
  if (!/^[0-9A-Za-z]{1,12}$/.test(tenantId)) throw new Refusal('wrong_password')
  if (grant === 'refresh_token') return answerRefresh(mounting, request, input)
  if (grant === 'switch_token') {
    const by = presented(request)
    if (!by) throw new Refusal('signed_out')
    refuseCrossSite(request, by, mounting.publicUrl)
    const actor = await mounting.sessions.read(by, (found) => ({ queries: [], answer: () => found }))
    // Another tenant is no way around a locked screen.
    refuseForbidden(actor, { name: token.name, may: 'session' })
    return switchTenant(pool, actor, tenantId, request, await clientOf(pool, request, grant))
  }
  if (grant !== 'password' && grant !== 'captcha') throw unsupported(grant)
  const client = await clientOf(pool, request, grant)
  if (grant === 'captcha' || needsCaptcha)
    await checkCaptcha(pool, input.key ?? header(request, 'captcha-key'), input.code ?? header(request, 'captcha-code'))
  const factor = { typed: input.totp, device: request.cookies[deviceCookie], isKept: input.remember === '1' || input.remember === 'true' }
  const { answer, device } = await signIn(mounting.tools, tenantId, input.username ?? '', input.password, request, client, factor)
  if (device)
    reply.setCookie(deviceCookie, device, {
      httpOnly: true,
      sameSite: 'strict',
      secure: isSecure(request, mounting.publicUrl),
      path: pathsOf(token).map((path) => `/api${path}`)[0]!,
      maxAge: deviceDays * 24 * 3600,
    })
  return answer
}

/** The public calls of a session: token, refresh and captcha. `limit` bounds attempts per address. */
export function sessionRoutes(app: FastifyInstance, mounting: Mounting, options: { captcha: boolean; limit: number }): void {
  // By address only: an invented token must not open a separate count.
  const config = { rateLimit: { max: options.limit, timeWindow: '1 minute', keyGenerator: (request: FastifyRequest) => request.ip } }
  const answer = async (request: FastifyRequest, reply: FastifyReply, work: () => Promise<ReturnType<typeof tokenAnswer>>) => {
    // A page of another site must not sign a person in to another account.
    refuseForeignOrigin(request, mounting.publicUrl)
    const tokens = await work()
    setCookies(request, reply, tokens, mounting.publicUrl)
    reply.header('cache-control', 'no-store')
    return sendAnswer(request, reply, 'flat', tokens)
  }
  for (const path of pathsOf(token))
    app.post(`/api${path}`, { config }, (request, reply) =>
      answer(request, reply, () => answerToken(mounting, request, reply, options.captcha)),
    )
  for (const path of pathsOf(refresh))
    app.post(`/api${path}`, { config }, (request, reply) =>
      answer(request, reply, () => answerRefresh(mounting, request, read(refresh.input, inputOf(request)))),
    )
  for (const path of pathsOf(captcha))
    app.get(`/api${path}`, { config }, async (request, reply) =>
      sendAnswer(request, reply.header('cache-control', 'no-store'), 'flat', await newCaptcha(mounting.tools.pool)),
    )
}
