import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/kit/errors.ts'
import type { Tools } from '../context.ts'

/**
 * Returns the base address of links: from the settings, else the address on which the program listens. Never taken from a request, whose
 * Host header may name any site.
 */
export const siteBy =
  (app: FastifyInstance, publicUrl: string | undefined, isSecure: boolean): NonNullable<Tools['site']> =>
  () => {
    if (publicUrl) return publicUrl
    const at = app.server.address()
    if (typeof at !== 'object' || !at) return undefined
    const host = /^(0\.0\.0\.0|::)$/.test(at.address) ? 'localhost' : at.family === 'IPv6' ? `[${at.address}]` : at.address
    return `${isSecure ? 'https' : 'http'}://${host}:${at.port}`
  }

/** The base address of links. Throws if it is unknown. */
export function siteOf({ site }: Pick<Tools, 'site'>): string {
  const found = site?.()
  if (found) return found
  throw new Refusal('rule', {
    zh: '本系统的访问地址尚未设置，请联系管理员',
    en: 'This system’s public address is not set. Ask your administrator to set it',
  })
}
