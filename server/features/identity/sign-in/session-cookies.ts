import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { token } from '#contract/calls/identity/session.ts'
import { pathsOf } from '#contract/kit/entity/call.ts'
import { markerCookie } from '#contract/sync/sync.ts'
import { accessCookie, deviceCookie, refreshCookie, refreshPath } from '#server/http/who.ts'
import { deviceDays } from '../factors/factor-store.ts'
import type { tokenAnswer } from './sign-in.ts'
import { refreshSeconds } from './tokens.ts'

/** Whether browsers may keep cookies for HTTPS alone. */
export const isSecure = (request: FastifyRequest, publicUrl: string | undefined): boolean =>
  request.protocol === 'https' || publicUrl?.startsWith('https:') === true

/** Puts the tokens into cookies that scripts cannot read, beside one that only says which pair they are. */
export function setCookies(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReturnType<typeof tokenAnswer>,
  publicUrl: string | undefined,
): void {
  const secure = isSecure(request, publicUrl)
  const common = { httpOnly: true, sameSite: 'strict' as const, secure }
  reply.setCookie(accessCookie, answer.access_token, { ...common, path: '/api', maxAge: refreshSeconds })
  reply.setCookie(refreshCookie, answer.refresh_token, { ...common, path: refreshPath, maxAge: refreshSeconds })
  reply.setCookie(markerCookie, randomBytes(9).toString('base64url'), { sameSite: 'strict', secure, path: '/', maxAge: refreshSeconds })
}

/** Lets a browser keep the token of a remembered device. */
export function setDevice(request: FastifyRequest, reply: FastifyReply, device: string, publicUrl: string | undefined): void {
  reply.setCookie(deviceCookie, device, {
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(request, publicUrl),
    path: pathsOf(token).map((path) => `/api${path}`)[0]!,
    maxAge: deviceDays * 24 * 3600,
  })
}
