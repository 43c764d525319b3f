// From the last sign of a scanned code to the card on the screen, without a network: npx tsx bench/scan-to-card.ts [--home=<folder>] [--cards=50000] [--scans=40] [--built] [--page=/m/]
import { parseArgs } from 'node:util'
import type { Page } from 'playwright'
import { type Program, removeHome, seededHome, startProgram } from './ground.ts'
import { ask } from './load.ts'
import { benchPhone, buildPhone, signIn, spread } from './phone-ground.ts'

const { values: asked } = parseArgs({
  options: {
    home: { type: 'string' },
    cards: { type: 'string', default: '50000' },
    scans: { type: 'string', default: '40' },
    built: { type: 'boolean', default: false },
    page: { type: 'string', default: '/m/' },
  },
})

const cards = Number(asked.cards)
const shown = `本机存有 ${cards.toLocaleString('zh-CN')} 台设备`

interface Label {
  readonly deviceCode: string
  readonly code: string
}

/** Labels, tags and plates of cards from all over the register. */
async function labels(program: Program, count: number): Promise<Label[]> {
  const token = await program.signIn('manager')
  const found: Label[] = []
  for (let index = 0; found.length < count; index++) {
    const path = `/api/eam/device/list?size=1&current=${1 + Math.floor(((index * 7919) % cards) * 0.99)}`
    const { records } = (await ask<{ data: { records: { id: string }[] } }>(program.port, token, { path })).data
    const { data } = await ask<{ data: Record<string, string | null> }>(program.port, token, {
      path: `/api/eam/device/detail?id=${records[0]?.id}`,
    })
    const code = [data.qrToken, data.rfidCode, data.deviceCode, data.assetsCode][index % 4]
    if (code && data.deviceCode) found.push({ code, deviceCode: data.deviceCode })
  }
  return found
}

/** Types a code as a reader does, every sign in the same moment; milliseconds from Enter until the card has been painted. */
const scan = (page: Page, { code, deviceCode }: Label): Promise<number> =>
  page.evaluate(
    ([keys, wanted]) =>
      new Promise<number>((done) => {
        let begun = 0
        const watcher = new MutationObserver(() => {
          if (![...document.querySelectorAll('.ph-facts dd')].some((part) => part.textContent === wanted)) return
          watcher.disconnect()
          // After the frame that is being made has been painted.
          requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)))
        })
        watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
        // No function in here has a name: tsx would add a call to a helper that the page lacks.
        for (const key of [...keys, 'Enter']) {
          begun = performance.now()
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
        }
      }),
    [[...code], deviceCode] as const,
  )

if (!asked.built) await buildPhone()
const home = await seededHome(asked.home, cards)
const program = await startProgram(home)
const phone = await benchPhone()
try {
  const wanted = await labels(program, Number(asked.scans))
  const first = await phone.open()
  await first.page.goto(`http://127.0.0.1:${program.port}/m/`)
  await first.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await signIn(first.page, 'manager')
  await first.page.getByRole('link', { name: '查找设备' }).click()
  await first.page.getByText(shown).waitFor({ timeout: 120_000 })
  await phone.close()

  const { context, page } = await phone.open()
  await context.setOffline(true)
  const start = `http://127.0.0.1:${program.port}${asked.page}`
  await page.goto(start)
  await page.locator('input').first().waitFor()
  const cold = await scan(page, wanted[0] as Label)
  const took: number[] = []
  for (const label of wanted.slice(1)) {
    await page.goBack()
    await page.locator('input').first().waitFor()
    took.push(await scan(page, label))
  }
  const linked: number[] = []
  for (const { code, deviceCode } of wanted.filter(({ code: one }) => /^[0-9a-z]{12}$/.test(one)).slice(0, 8)) {
    await page.goto(`http://127.0.0.1:${program.port}/m/c/${code}`, { waitUntil: 'commit' })
    await page.locator('.ph-facts dd', { hasText: deviceCode }).waitFor()
    linked.push(await page.evaluate(() => performance.now()))
  }
  console.log(`${cards} cards, no network:`)
  console.log(`scan to card             ${spread(took)}`)
  console.log(`the first of a new start ${cold.toFixed(0)} ms, the cards read from the store`)
  console.log(`a label opened by itself ${spread(linked)} from the start of the program to the card`)
} finally {
  await phone.close()
  await phone.remove()
  await program.stop()
  if (!asked.home) await removeHome(home)
}
