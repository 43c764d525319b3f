import { mkdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright'
import { build } from 'vite'
import { chromiumFlags, findChromium } from '../scripts/find-chromium.mjs'
import { buildServer, bundle, tenants } from './ground.ts'
import { password } from './seed.ts'

/** Builds the server and the phone's pages beside it. */
export async function buildPhone(): Promise<void> {
  const web = join(dirname(bundle), 'web')
  mkdirSync(web, { recursive: true })
  // The server serves a folder that has a desk.
  writeFileSync(join(web, 'index.html'), '<!doctype html><title>bench</title>')
  await build({ mode: 'phone', logLevel: 'error', build: { outDir: join(web, 'm'), emptyOutDir: true } })
  await buildServer()
}

/** 10 Mbit/s both ways with a round trip of 40 ms, in bytes a second and milliseconds. */
export const tenMegabits = { offline: false, downloadThroughput: 1_250_000, uploadThroughput: 1_250_000, latency: 40 } as const

/** A phone's browser with its own profile, which is kept when it is closed and opened again. */
export interface BenchPhone {
  /** Starts the browser; returns an empty page. */
  open(): Promise<{ context: BrowserContext; page: Page; cdp: CDPSession }>
  close(): Promise<void>
  remove(): Promise<void>
}

export async function benchPhone(): Promise<BenchPhone> {
  const profile = await mkdtemp(join(tmpdir(), 'wardkeeper-bench-phone-'))
  let context: BrowserContext | undefined
  return {
    async open() {
      context = await chromium.launchPersistentContext(profile, {
        executablePath: (await findChromium()) ?? chromium.executablePath(),
        args: chromiumFlags,
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        locale: 'zh-CN',
      })
      const page = context.pages()[0] ?? (await context.newPage())
      return { context, page, cdp: await context.newCDPSession(page) }
    },
    close: async () => {
      await context?.close()
    },
    remove: () => rm(profile, { recursive: true, force: true, maxRetries: 5 }),
  }
}

/** Fills the sign-in page in and sends it. */
export async function signIn(page: Page, account: string): Promise<void> {
  await page.getByLabel('租户编号').fill(tenants.large)
  await page.getByLabel('账号').fill(account)
  await page.getByLabel('密码').fill(password)
  await page.getByRole('button', { name: '登录' }).click()
}

/** Heap of the page in MB: objects, and the memory of arrays beside them. */
export async function heapOf(cdp: CDPSession, collect: boolean): Promise<number> {
  if (collect) await cdp.send('HeapProfiler.collectGarbage')
  const usage = (await cdp.send('Runtime.getHeapUsage')) as { usedSize: number; backingStorageSize?: number }
  return (usage.usedSize + (usage.backingStorageSize ?? 0)) / 1e6
}

/** The middle and the worst of some milliseconds. */
export const spread = (took: readonly number[]): string => {
  const sorted = [...took].sort((a, b) => a - b)
  return `median ${sorted[Math.floor(sorted.length / 2)]?.toFixed(0)} ms, worst ${sorted.at(-1)?.toFixed(0)} ms of ${sorted.length}`
}
