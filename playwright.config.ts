import { defineConfig } from '@playwright/test'
import { chromiumFlags, findChromium, headlessBeside } from './scripts/find-chromium.mjs'
import { aloneFiles, backgroundSyncFiles, optimisedFiles } from './scripts/test/browser-parts.ts'

const executablePath = await findChromium()
// Without a language that has UTF-8, Chromium calls every file with a Chinese name "download".
process.env.LANG ??= 'C.UTF-8'

const patterns = (files: readonly string[]): string[] => files.map((file) => `**/${file}`)
const [alone, withSync, optimised] = [patterns(aloneFiles), patterns(backgroundSyncFiles), patterns(optimisedFiles)]
const launchOptions = (path = executablePath, more: readonly string[] = []) => ({
  ...(path ? { executablePath: path } : {}),
  args: [...chromiumFlags, ...more],
})
const headless = executablePath && headlessBeside(executablePath)
// The pages of most tests live for seconds: to optimise their program takes a tenth of the processor time and never pays.
const unoptimised = ['--js-flags=--no-maglev --no-opt']

export default defineConfig({
  testDir: 'e2e',
  projects: [
    {
      name: 'beside',
      testIgnore: [...alone, ...withSync, ...optimised],
      use: { launchOptions: launchOptions(headless, unoptimised) },
    },
    { name: 'optimised', testMatch: optimised, use: { launchOptions: launchOptions(headless) } },
    { name: 'with-sync', testMatch: withSync },
    { name: 'alone', testMatch: alone },
  ],
  workers: 1,
  // Nothing is tried again beside what made it fail: the whole run tries the files of failed tests at its end, alone.
  retries: 0,
  forbidOnly: true,
  // How long a page may take is asserted nowhere: on a machine three times slower the same pages come later.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: process.env.E2E_REPORT ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]] : 'list',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A click meets what it was aimed at: nothing flies in or fades out under it.
    reducedMotion: 'reduce',
    // What was done and answered in a second try, and a picture of the end: to record every test takes a tenth of the time, films a third.
    trace: { mode: process.env.E2E_TRACE ? 'retain-on-failure' : 'off', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: launchOptions(),
  },
})
