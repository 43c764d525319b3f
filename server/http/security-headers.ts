import type { FastifyHelmetOptions } from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** What the pages may use of the machine they run on: the camera reads codes, the microphone takes down what is said. */
const permissions = [
  'camera=(self)',
  'microphone=(self)',
  ...['geolocation', 'payment', 'usb', 'midi', 'display-capture', 'accelerometer', 'gyroscope', 'magnetometer'].map((name) => `${name}=()`),
].join(', ')

/** What browsers are told about every answer. `publicUrl`: the address people type, when it is known; `localAuthority`: the program's own signs for it. */
export const browserRules = (publicUrl: string | undefined, localAuthority: boolean): FastifyHelmetOptions => ({
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

/** Adds what helmet leaves out. */
export function permissionsPolicy(app: FastifyInstance): void {
  app.addHook('onRequest', async (_, reply) => {
    reply.header('permissions-policy', permissions)
  })
}
