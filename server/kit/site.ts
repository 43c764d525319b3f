import type { FastifyInstance } from 'fastify'
import { Refusal } from '#contract/kit/errors.ts'
import type { Tools } from './context.ts'

/**
 * The address that links begin with: that of the setting, else the address on which the program listens. Never what a request says: its Host
 * header, like its body, may name any site.
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

/** The address that links begin with. Refuses where it is not known. */
export function siteOf({ site }: Pick<Tools, 'site'>): string {
  const found = site?.()
  if (found) return found
  throw new Refusal('rule', {
    zh: '本系统的访问地址尚未设置，请联系管理员',
    en: 'This system’s public address is not set. Ask your administrator to set it',
  })
}
