// First load of the desk at 10 Mbit/s and 40 ms: npx tsx bench/desk-load.ts <address> [<address> …] [rounds] (programs that run with their demo data)
import { performance } from 'node:perf_hooks'
import { type Browser, chromium, type Page } from 'playwright'
import { chromiumFlags, findChromium } from '../scripts/find-chromium.mjs'
import { loadNow } from './cpu.ts'
import { tenMegabits } from './phone-ground.ts'

const addresses = process.argv.slice(2).filter((one) => one.startsWith('http'))
const rounds = Number(process.argv.slice(2).find((one) => /^\d+$/.test(one)) ?? 4)
if (addresses.length === 0) throw new Error('Name the address of a program that runs, or several.')

const slowPage = async (
  browser: Browser,
  storageState?: Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>,
): Promise<Page> => {
  const context = await browser.newContext({
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    ...(storageState ? { storageState } : {}),
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', tenMegabits)
  return page
}

/** Milliseconds until `isShown` holds after an act. */
const timed = async (act: () => Promise<unknown>, isShown: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await act()
  await isShown()
  return performance.now() - begun
}

/** Milliseconds of the sign-in page, of the first page after it, of a list in a browser that has nothing, and of the list again; files of that list. */
async function once(browser: Browser, address: string): Promise<number[]> {
  const first = await slowPage(browser)
  const login = await timed(
    () => first.goto(`${address}/login`, { waitUntil: 'commit' }),
    () => first.getByLabel('租户编号').waitFor(),
  )
  await first.getByLabel('租户编号').fill('100001')
  await first.getByLabel('账号').fill('manager')
  await first.getByLabel('密码').fill('ward2026')
  const home = await timed(
    () => first.getByRole('button', { name: '登录' }).click(),
    () => first.locator('.eam-chart canvas').first().waitFor(),
  )
  const state = await first.context().storageState()
  await first.context().close()
  const page = await slowPage(browser, state)
  let files = 0
  page.on('request', (request) => {
    if (request.url().includes('/assets/')) files++
  })
  const row = () => page.locator('.ant-table-row').first().waitFor()
  const list = await timed(() => page.goto(`${address}/eam/device`, { waitUntil: 'commit' }), row)
  const asked = files
  const again = await timed(() => page.reload({ waitUntil: 'commit' }), row)
  await page.context().close()
  return [login, home, list, again, asked]
}

const median = (numbers: readonly number[]): number => [...numbers].sort((one, other) => one - other)[Math.floor(numbers.length / 2)]!
const executablePath = await findChromium()
const browser = await chromium.launch({ ...(executablePath ? { executablePath } : {}), args: chromiumFlags })
try {
  const found = new Map<string, number[][]>(addresses.map((address) => [address, []]))
  // The first round warms up; the programs take turns, because the speed of a machine changes.
  for (let round = 0; round <= rounds; round++)
    for (const address of addresses) {
      const took = await once(browser, address)
      if (round > 0) found.get(address)!.push(took)
    }
  console.log('ms (median)                 sign-in     home     list    again    files')
  for (const [address, took] of found)
    console.log(
      address.padEnd(26),
      ...[0, 1, 2, 3, 4].map((at) =>
        median(took.map((one) => one[at]!))
          .toFixed(0)
          .padStart(8),
      ),
    )
  console.log(`load ${loadNow()}`)
} finally {
  await browser.close()
}
