import { test as base } from '@playwright/test'
import { outOfTime } from '../../scripts/test/browser-parts.ts'
import { withShortWaits } from './phone.ts'
import { type RunningServer, startServer } from './program.ts'

/** Password of `admin` at the program of the hospital `empty`, which starts without demo data. */
export const firstAdminPassword = 'Right-Horse-7'

/** The whole run has a limit, and tests that would begin behind it are skipped and named. */
const latestBegin = Number(process.env.E2E_UNTIL ?? Number.POSITIVE_INFINITY)

/**
 * Playwright's test with one running program per worker; `baseURL` is its address. A file whose data would slow others down names
 * a separate `hospital` and gets a separate program; those that begin with `empty` are without demo data.
 */
export const test = base.extend<{ tidy: undefined }, { hospital: string; server: RunningServer }>({
  // Pages that a test leaves open would keep sending requests during the next one.
  tidy: [
    async ({ browser }, use, info) => {
      info.skip(Date.now() > latestBegin, outOfTime)
      await use(undefined)
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    { auto: true },
  ],
  hospital: ['shared', { scope: 'worker', option: true }],
  server: [
    // The worker belongs to one hospital; only `empty…` says more than that.
    async ({ hospital }, use) => {
      const server = await startServer(hospital.startsWith('empty') ? { DEMO: 'off', ADMIN_PASSWORD: firstAdminPassword } : {})
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  context: async ({ context }, use) => {
    await withShortWaits(context)
    await use(context)
  },
})
