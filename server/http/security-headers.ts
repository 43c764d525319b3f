import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/** What the pages may use of the machine they run on: the camera reads codes, the microphone takes down what is said. */
const permissions = [
  'camera=(self)',
  'microphone=(self)',
  ...['geolocation', 'payment', 'usb', 'midi', 'display-capture', 'accelerometer', 'gyroscope', 'magnetometer'].map((name) => `${name}=()`),
].join(', ')

/** What browsers are told about every answer. `publicUrl`: the address people type, when it is known; `localAuthority`: the program's own signs for it. */
export const browserRules = (publicUrl: string | undefined, localAuthority: boolean): HelmetOptions => ({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      // antd writes its styles into the page; scripts come from us alone, and zxing is compiled in the browser.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      fontSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      workerSrc: ["'self'", 'blob:'],
      // The pages of other programs that the platform puts into the menu.
      frameSrc: ["'self'", 'https:', 'http:'],
      objectSrc: ["'none'"],
      frameAncestors: ["'self'"],
      upgradeInsecureRequests: null,
    },
  },
  // Only for an address that stays HTTPS: with the program's own authority it would lock people out when that is recreated. Subdomains are
  // the hospital's to decide.
  strictTransportSecurity: publicUrl?.startsWith('https:') && !localAuthority ? { maxAge: 31_536_000, includeSubDomains: false } : false,
})

/** Gives every answer these headers, and the permissions that helmet leaves out. They are the same for all, so helmet composes them once and not for each request. */
export function securityHeaders(app: FastifyInstance, rules: HelmetOptions): void {
  const headers = new Map<string, string>([['permissions-policy', permissions]])
  const recorder = { setHeader: (name: string, value: string) => headers.set(name, value), removeHeader: () => {} }
  helmet(rules)({} as IncomingMessage, recorder as unknown as ServerResponse, (error) => {
    if (error) throw error
  })
  app.addHook('onRequest', (_, reply, next) => {
    for (const [name, value] of headers) reply.raw.setHeader(name, value)
    next()
  })
}
