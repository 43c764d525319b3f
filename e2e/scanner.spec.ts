import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { pictureOf, type ShownCode, writeClip } from './harness/clip.ts'
import { signInPhone } from './harness/phone.ts'
import { browserWith, type SignedIn, scanLogOf, scanningPhone } from './harness/scanner.ts'
import { test } from './harness/server.ts'

const keeper = { tenant: '100001', user: 'keeper', password: 'ward2026' }

/** The content in front of the camera with the scanner's result. */
const codes: readonly (ShownCode & { readonly shown: string })[] = [
  { text: 'QR-420', shown: 'QR-420', format: 'QRCode', size: 420 },
  { text: 'QR-110', shown: 'QR-110', format: 'QRCode', size: 110 },
  { text: 'DM-80', shown: 'DM-80', format: 'DataMatrix', size: 80 },
  {
    text: '(01)09506000134352(17)271200(10)AB-12(21)S1',
    shown: '(01)09506000134352(17)271200(10)AB-12(21)S1',
    format: 'DataMatrix',
    isGs1: true,
    size: 110,
  },
  { text: '(01)09506000134352(10)Q7', shown: '(01)09506000134352(10)Q7', format: 'QRCode', isGs1: true, size: 110 },
  { text: 'C128-ZC-2026-01', shown: 'C128-ZC-2026-01', format: 'Code128', size: 500 },
  { text: '(01)09506000134352(10)L7', shown: '(01)09506000134352(10)L7', format: 'Code128', isGs1: true, size: 500 },
  { text: 'C128-90', shown: 'C128-90', format: 'Code128', size: 500, turned: 90 },
  { text: 'C128-4', shown: 'C128-4', format: 'Code128', size: 500, turned: 4 },
  { text: 'QR-30', shown: 'QR-30', format: 'QRCode', size: 220, turned: 30 },
  { text: 'DM-180', shown: 'DM-180', format: 'DataMatrix', size: 160, turned: 180 },
  { text: '4006381333931', shown: '4006381333931', format: 'EAN13', size: 400 },
]

let folder: string
let signedIn: SignedIn
let withCodes: Browser

const camera = (page: Page) => page.getByRole('region', { name: '相机画面' })
const last = (page: Page) => page.getByLabel('最近读到的编码')

test.beforeAll(async ({ browser, server }) => {
  folder = await mkdtemp(join(tmpdir(), 'wardkeeper-scan-'))
  await writeClip(
    join(folder, 'codes.y4m'),
    // A code of one dimension is read twice before it counts, and a busy machine looks at few pictures a second.
    codes.map((show) => ({ show, seconds: show.format === 'Code128' || show.format === 'EAN13' ? 2 : 1 })),
  )
  const context = await browser.newContext({ baseURL: server.url, locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto('/m/')
  await signInPhone(page, keeper)
  signedIn = await context.storageState({ indexedDB: true })
  await context.close()
  withCodes = await browserWith({ clip: join(folder, 'codes.y4m') })
})

test.afterAll(async () => {
  await withCodes.close()
  await rm(folder, { recursive: true, force: true })
})

test('without a network the camera reads every kind of code, small and turned ones', async ({ server }) => {
  await using context = await scanningPhone(withCodes, { baseURL: server.url, storageState: signedIn })
  const page = await context.newPage()
  await page.goto('/m/')
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await context.setOffline(true)
  await page.reload()
  await expect(camera(page)).toHaveAttribute('data-state', 'running')
  const shown = codes.map((code) => code.shown)
  // The clip starts again after 17 seconds; a busy machine may need a second look.
  await expect.poll(async () => [...new Set((await scanLogOf(page)).codes)].sort(), { timeout: 40_000 }).toEqual([...shown].sort())
})

test('a hidden page releases the camera and restarts it when visible again', async ({ server }) => {
  await using context = await scanningPhone(withCodes, { baseURL: server.url, storageState: signedIn })
  const page = await context.newPage()
  await page.goto('/m/')
  await expect(camera(page)).toHaveAttribute('data-state', 'running')
  const track = await page
    .locator('video')
    .evaluateHandle((video: HTMLVideoElement) => (video.srcObject as MediaStream).getVideoTracks()[0])
  const turn = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await turn('hidden')
  await expect(page.locator('video')).toHaveCount(0)
  await expect.poll(() => track.evaluate((one) => one?.readyState)).toBe('ended')
  await turn('visible')
  await expect.poll(async () => (await scanLogOf(page)).cameras).toBe(2)
  await expect(camera(page)).toHaveAttribute('data-state', 'running')
  expect((await scanLogOf(page)).cameras).toBe(2)
})

test('a browser detector that finds nothing is detected, and zxing takes over', async ({ server }) => {
  await using context = await scanningPhone(withCodes, { baseURL: server.url, storageState: signedIn })
  await context.addInitScript(() => {
    class BarcodeDetector {
      static getSupportedFormats = async (): Promise<string[]> => ['qr_code', 'data_matrix', 'code_128', 'code_39', 'ean_13']
      detect = async (): Promise<never[]> => []
    }
    Object.assign(window, { BarcodeDetector })
  })
  const page = await context.newPage()
  await page.goto('/m/')
  // The browser's detector fails its test, the next engine is loaded, and a code is shown to it, each for a second of the clip or two.
  await expect.poll(async () => (await scanLogOf(page)).codes, { timeout: 30_000 }).not.toEqual([])
  expect(codes.map((code) => code.shown)).toContain((await scanLogOf(page)).codes[0])
})

test('a wasm of another version is refused, and the decoder of html5-qrcode reads', async ({ server }) => {
  await using context = await scanningPhone(withCodes, { baseURL: server.url, storageState: signedIn })
  let served = 0
  await context.route('**/*.wasm', async (route) => {
    served += 1
    const response = await route.fetch()
    await route.fulfill({ response, body: Buffer.concat([await response.body(), Buffer.from([0])]) })
  })
  const page = await context.newPage()
  await page.goto('/m/')
  // It reads the larger ones only, some seconds of the clip.
  await expect.poll(async () => (await scanLogOf(page)).codes, { timeout: 30_000 }).not.toEqual([])
  expect(codes.map((code) => code.shown)).toContain((await scanLogOf(page)).codes[0])
  expect(served).toBeGreaterThan(0)
})

test('a picture that stays black restarts the camera once, then shows an error; typing still works', async ({ server }) => {
  await writeClip(join(folder, 'black.y4m'), [{ show: 'black', seconds: 1 }])
  await using browser = await browserWith({ clip: join(folder, 'black.y4m') })
  await using context = await scanningPhone(browser, { baseURL: server.url, storageState: signedIn })
  const page = await context.newPage()
  await page.goto('/m/')
  // Twice the start of the camera and three seconds of black.
  await expect(page.getByText('画面全黑')).toBeVisible({ timeout: 30_000 })
  expect((await scanLogOf(page)).cameras).toBe(2)
  await page.getByLabel('输入编码').fill('TYPED-1')
  await page.getByLabel('输入编码').press('Enter')
  await expect(last(page)).toHaveText('TYPED-1')
})

test('another camera is one touch away and remembered while it is there', async ({ server }) => {
  await using browser = await browserWith({ count: 2 })
  await using context = await scanningPhone(browser, { baseURL: server.url, storageState: signedIn })
  const page = await context.newPage()
  await page.goto('/m/')
  const device = () =>
    page
      .locator('video')
      .evaluate((video: HTMLVideoElement) => (video.srcObject as MediaStream | null)?.getVideoTracks()[0]?.getSettings().deviceId)
  await expect(camera(page)).toHaveAttribute('data-state', 'running')
  const first = await device()
  await page.getByRole('button', { name: '切换相机' }).click()
  await expect.poll(async () => (await scanLogOf(page)).cameras).toBe(2)
  await expect(camera(page)).toHaveAttribute('data-state', 'running')
  await expect.poll(async () => [undefined, first].includes(await device())).toBe(false)
  const second = await device()
  await page.reload()
  await expect(camera(page)).toHaveAttribute('data-state', 'running')
  expect(await device()).toBe(second)

  await page.evaluate(() =>
    localStorage.setItem('eam-phoneCamera', JSON.stringify({ dataType: 'string', content: 'a camera that was taken off', datetime: 1 })),
  )
  await page.reload()
  await expect(camera(page)).toHaveAttribute('data-state', 'running')
})

test('without permission a button asks; a refusal is shown, and a photo is read instead', async ({ server }) => {
  await using browser = await browserWith({ clip: join(folder, 'codes.y4m'), isRefused: true })
  await using context = await scanningPhone(browser, { baseURL: server.url, storageState: signedIn, isAllowed: false })
  // What Playwright asks a page counts as a touch of the person; a fresh start is one without.
  await context.addInitScript(() => Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: false } }))
  const page = await context.newPage()
  await page.goto('/m/')
  await expect(page.getByRole('button', { name: '打开相机' })).toBeVisible()
  expect((await scanLogOf(page)).cameras).toBe(0)
  await page.getByRole('button', { name: '打开相机' }).click()
  await expect(page.getByText('没有使用相机的权限')).toBeVisible()
  expect((await scanLogOf(page)).cameras).toBe(1)

  await page.reload()
  await expect(page.getByText('没有使用相机的权限')).toBeVisible()
  await expect(page.getByRole('button', { name: '打开相机' })).toHaveCount(0)
  expect((await scanLogOf(page)).cameras).toBe(0)

  const photo = page.getByLabel('拍照识别')
  await photo.setInputFiles({ name: 'nothing.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await expect(page.getByText('无法打开这张照片')).toBeVisible()
  await photo.setInputFiles({
    name: 'label.png',
    mimeType: 'image/png',
    buffer: await pictureOf({ text: 'PHOTO-1', format: 'DataMatrix' }),
  })
  await expect(last(page)).toHaveText('PHOTO-1')
})

/** What a reader sends: keys a millisecond apart. Keys that come through the browser's own protocol are as slow as the machine is busy. */
const readerSends = (page: Page, keys: readonly string[]): Promise<void> =>
  page.evaluate((all) => {
    const at = performance.now()
    for (const [n, key] of all.entries()) {
      const target = document.activeElement ?? document.body
      for (const type of ['keydown', 'keyup']) {
        const pressed = new KeyboardEvent(type, { key, bubbles: true, cancelable: true })
        Object.defineProperty(pressed, 'timeStamp', { value: at + n })
        target.dispatchEvent(pressed)
      }
    }
  }, keys)

test('without a camera a reader is recognised by its speed, and a person typing is not', async ({ server }) => {
  await using browser = await browserWith({})
  await using context = await scanningPhone(browser, { baseURL: server.url, storageState: signedIn })
  const page = await context.newPage()
  await page.goto('/m/')
  await expect(page.getByText('没有可用的相机')).toBeVisible()
  await page.keyboard.type('slow-hand', { delay: 120 })
  await page.keyboard.press('Enter')
  await readerSends(page, [...'E28011700000020A5B3C', 'Enter'])
  await expect(last(page)).toHaveText('E28011700000020A5B3C')
  await readerSends(page, [...'ENDS-WITH-SILENCE'])
  await expect(last(page)).toHaveText('ENDS-WITH-SILENCE')
  await readerSends(page, [...'010950600013435210AB', 'F8', ...'21S1', 'Tab'])
  await expect(last(page)).toHaveText('(01)09506000134352(10)AB(21)S1')
  expect((await scanLogOf(page)).codes).toHaveLength(3)

  // A field keeps what is typed into it, however fast.
  await page.getByLabel('输入编码').focus()
  await readerSends(page, [...'NOT-A-HIT', 'Tab'])
  await page.keyboard.type('TYPED-2')
  await page.keyboard.press('Enter')
  await expect(last(page)).toHaveText('TYPED-2')
  expect((await scanLogOf(page)).codes).toHaveLength(4)
})
