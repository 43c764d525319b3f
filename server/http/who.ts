import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/kit/errors.ts'
import { familyClients } from '#contract/kit/fields/other-form.ts'
import type { Language } from '#contract/kit/words.ts'
import { markerCookie } from '#contract/sync/sync.ts'
import { basicClient } from '#server/kit/access/client-named.ts'

export const accessCookie = 'eam-access'
export const refreshCookie = 'eam-refresh'
/** Stands for the second factor on a remembered device. */
export const deviceCookie = 'eam-device'
/** The refresh token travels to the token calls only. */
export const refreshPath = '/api/blade-auth/oauth/token'

export interface Presented {
  readonly tenantId: string
  readonly token: string
  /** Presented by cookie, so that another site's page could have sent it. */
  readonly byCookie: boolean
}

const tokenShape = /^([0-9A-Za-z]{1,12})\.([\w-]{20,100})$/

/** The tenant that a token names; tokens are opaque but for it. */
export function tenantOf(token: string): string | undefined {
  return tokenShape.exec(token)?.[1]
}

/** The access token of a request, from `Blade-Auth` or the cookie. */
export function presented(request: FastifyRequest): Presented | undefined {
  const header = request.headers['blade-auth']
  const byHeader = typeof header === 'string' ? header.replace(/^bearer\s+/i, '').trim() : ''
  const token = byHeader || request.cookies[accessCookie] || ''
  const tenantId = tenantOf(token)
  return tenantId ? { tenantId, token, byCookie: byHeader === '' } : undefined
}

/** The access token of a request. Refuses `signed_out` without one. */
export function whoOf(request: FastifyRequest): Presented {
  const by = presented(request)
  if (!by) throw new Refusal('signed_out')
  return by
}

/** Chinese unless the person asks for English. */
export function languageOf(request: FastifyRequest): Language {
  return /^en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'zh'
}

/** Whether a front end of the family of `other-form.ts` asks. Decides about the form of answers alone, so that its secret is not looked at. */
export const isOfFamily = (request: FastifyRequest): boolean => familyClients.has(basicClient(request.headers.authorization)?.id ?? '')

/** Refuses a call that another site's page made; foreign programs send no Origin. */
export function refuseForeignOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, host } = request.headers
  if (!origin) return
  const from = hostOf(origin)
  if (from === undefined || (from !== host && from !== (publicUrl && hostOf(publicUrl)))) throw new Refusal('cross_site')
}

/** Refuses a writing call that came by cookie without our own header or from another origin. */
export function refuseCrossSite(request: FastifyRequest, by: Pick<Presented, 'byCookie'>, publicUrl: string | undefined): void {
  if (!by.byCookie) return
  if (!request.headers['x-eam-client']) throw new Refusal('cross_site')
  refuseForeignOrigin(request, publicUrl)
}

function hostOf(origin: string): string | undefined {
  try {
    return new URL(origin).host
  } catch {
    return undefined
  }
}

/** Ends the cookies of a session. */
export function clearCookies(reply: FastifyReply): void {
  reply
    .clearCookie(accessCookie, { path: '/api' })
    .clearCookie(refreshCookie, { path: refreshPath })
    .clearCookie(markerCookie, { path: '/' })
}
