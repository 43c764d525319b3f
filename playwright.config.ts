import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium } from './scripts/find-chromium.mjs'
import { aloneFiles } from './scripts/test/browser-parts.ts'

const executablePath = await findChromium()
// Without a language that has UTF-8, Chromium calls every file with a Chinese name "download".
process.env.LANG ??= 'C.UTF-8'

const alone = aloneFiles.map((file) => `**/${file}`)

export default defineConfig({
  testDir: 'e2e',
  projects: [
    { name: 'beside', testIgnore: alone },
    { name: 'alone', testMatch: alone },
  ],
  workers: 1,
  // The whole run tries a failed test once more and names it; a run by hand shows the first failure.
  retries: process.env.E2E_REPORT ? 1 : 0,
  forbidOnly: true,
  timeout: 60_000,
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : 'list',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A click meets what it was aimed at: nothing flies in or fades out under it.
    reducedMotion: 'reduce',
    // What was done and answered, and a picture of the end: films of every page take a third of the whole time.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: chromiumFlags },
  },
})
