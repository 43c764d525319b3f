// First load of a phone at 10 Mbit/s, and its cold start without a network: npx tsx bench/first-load.ts [--home=<folder>] [--cards=50000] [--rounds=3] [--built] [--page=/m/]
import { parseArgs } from 'node:util'
import { removeHome, seededHome, startProgram } from './ground.ts'
import { benchPhone, buildPhone, heapOf, signIn, spread, tenMegabits } from './phone-ground.ts'

const { values: asked } = parseArgs({
  options: {
    home: { type: 'string' },
    cards: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '3' },
    built: { type: 'boolean', default: false },
    page: { type: 'string', default: '/m/' },
  },
})

const cards = Number(asked.cards)
const shown = `本机存有 ${cards.toLocaleString('zh-CN')} 台设备`

interface Loaded {
  readonly list: number
  readonly whole: number
  readonly bytes: number
  readonly requests: number
  readonly peak: number
  readonly rest: number
  readonly cold: number
  readonly coldList: number
}

/** Signs in on an empty phone, waits until everything is there, closes the browser and starts it again without a network. */
async function firstLoad(port: number): Promise<Loaded> {
  const phone = await benchPhone()
  try {
    const { page, cdp } = await phone.open()
    await page.goto(`http://127.0.0.1:${port}/m/`)
    // The program itself is loaded before; what counts here is the data.
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', tenMegabits)
    let bytes = 0
    const sync = new Set<string>()
    cdp.on('Network.requestWillBeSent', ({ requestId, request }) => request.url.includes('/api/sync/') && sync.add(requestId))
    cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (sync.has(requestId)) bytes += encodedDataLength
    })
    const answered = page.waitForResponse((response) => response.url().includes('/oauth/token'))
    await signIn(page, 'manager')
    await answered
    const begun = performance.now()
    let peak = 0
    let loading = true
    const watching = (async () => {
      for (; loading; await page.waitForTimeout(100)) peak = Math.max(peak, await heapOf(cdp, false))
    })()
    await page.getByRole('link', { name: '查找设备' }).click()
    await page.locator('.ph-rows li').first().waitFor()
    const list = performance.now() - begun
    await page.getByText(shown).waitFor({ timeout: 120_000 })
    const whole = performance.now() - begun
    loading = false
    await watching
    const rest = await heapOf(cdp, true)
    await phone.close()

    const again = await phone.open()
    await again.context.setOffline(true)
    const started = performance.now()
    await again.page.goto(`http://127.0.0.1:${port}${asked.page}`)
    await again.page.locator('input').first().waitFor()
    const cold = performance.now() - started
    await again.page.goto(`http://127.0.0.1:${port}/m/find`)
    const second = performance.now()
    await again.page.getByText(shown).waitFor()
    const coldList = performance.now() - second
    return { list, whole, bytes, requests: sync.size, peak, rest, cold, coldList }
  } finally {
    await phone.close()
    await phone.remove()
  }
}

if (!asked.built) await buildPhone()
const home = await seededHome(asked.home, cards)
const program = await startProgram(home)
try {
  const loads: Loaded[] = []
  for (let round = 0; round < Number(asked.rounds); round++) loads.push(await firstLoad(program.port))
  const of = (name: keyof Loaded): number[] => loads.map((one) => one[name])
  console.log(`${cards} cards, 10 Mbit/s, round trip 40 ms, from the answer to the sign-in:`)
  console.log(`list usable              ${spread(of('list'))}`)
  console.log(`everything there         ${spread(of('whole'))}`)
  console.log(`on the wire              ${(Math.max(...of('bytes')) / 1e6).toFixed(2)} MB in ${Math.max(...of('requests'))} requests`)
  console.log(
    `heap                     at most ${Math.max(...of('peak')).toFixed(1)} MB while loading, ${Math.max(...of('rest')).toFixed(1)} MB afterwards`,
  )
  console.log(`cold start, no network   ${spread(of('cold'))} to a page that takes a code`)
  console.log(`and the whole list       ${spread(of('coldList'))}`)
} finally {
  await program.stop()
  if (!asked.home) await removeHome(home)
}
