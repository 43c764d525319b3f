// How fast a phone's queue drains once there is a signal: npx tsx bench/drain.ts [--ops=1000] [--latency=100] [--rounds=3] (needs npm run build)
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { startCheck } from '../e2e/harness/check.ts'
import { openDesk } from '../e2e/harness/office.ts'
import { phoneScreen, signInPhone } from '../e2e/harness/phone.ts'
import { startServer } from '../e2e/harness/program.ts'
import { queueOps, rawScans, wakePage } from '../e2e/harness/raw-queue.ts'
import { chromiumFlags, findChromium } from '../scripts/find-chromium.mjs'
import { loadNow } from './cpu.ts'

const { values: asked } = parseArgs({
  options: {
    ops: { type: 'string', default: '1000' },
    latency: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '3' },
  },
})
const [count, latency, rounds] = [Number(asked.ops), Number(asked.latency), Number(asked.rounds)]
const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }
const open = { offline: false, downloadThroughput: -1, uploadThroughput: -1, latency }

const server = await startServer()
const browser = await chromium.launch({ executablePath: (await findChromium()) ?? chromium.executablePath(), args: chromiumFlags })
try {
  console.log(`${count} observations, ${latency} ms a round trip · load ${loadNow()}`)
  const desk = await openDesk(server.url, { ...keeper, user: 'manager' })
  for (let round = 1; round <= rounds; round += 1) {
    const check = await startCheck(desk, [keeper.user])
    const context = await browser.newContext({ ...phoneScreen, baseURL: server.url, locale: 'zh-CN' })
    // The names that tsx gives to functions, which the page would have to know.
    await context.addInitScript('globalThis.__name = (named) => named')
    const page = await context.newPage()
    await page.goto('/m/')
    await signInPhone(page, keeper)
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', { ...open, offline: true })
    const codes = Array.from({ length: count }, (_, n) => `D-${round}-${n}`)
    await queueOps(page, await rawScans(check, codes))
    // One attempt fails, as in a basement.
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/sync/push'))
    await wakePage(page)
    await failed
    const drained = page.evaluate(
      () =>
        new Promise<{ first: number; all: number; longest: number }>((done) => {
          const real = globalThis.fetch
          let [begun, first, beat, longest] = [0, 0, 0, 0]
          addEventListener('online', () => {
            begun = performance.now()
            beat = begun
          })
          globalThis.fetch = (...given) => {
            if (begun > 0 && first === 0 && String(given[0]).includes('/api/sync/push')) first = performance.now()
            return real(...given)
          }
          // How long the page was deaf; drawing frames to find out would cost more than the queue.
          setInterval(() => {
            const now = performance.now()
            if (beat > 0) longest = Math.max(longest, now - beat - 20)
            beat = beat > 0 ? now : 0
          }, 20)
          const asked = indexedDB.open('eam-outbox')
          asked.onsuccess = () => {
            const look = (): void => {
              const left = asked.result.transaction('ops').objectStore('ops').count()
              left.onsuccess = () => {
                if (begun > 0 && left.result === 0) done({ first: first - begun, all: performance.now() - begun, longest })
                else setTimeout(look, 20)
              }
            }
            look()
          }
        }),
    )
    await cdp.send('Network.emulateNetworkConditions', open)
    const { first, all, longest } = await drained
    const { total } = await desk.get<{ total: number }>('/eam/check-scan/list', { checkId: check.id, size: '1' })
    const seconds = (ms: number): string => `${(ms / 1000).toFixed(2)} s`
    console.log(
      `first send ${seconds(first)}, drained ${seconds(all)}, page deaf for at most ${longest.toFixed(0)} ms, effects ${total} · load ${loadNow()}`,
    )
    await context.close()
  }
} finally {
  await browser.close()
  await server.stop()
}
