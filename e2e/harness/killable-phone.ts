import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/find-chromium.mjs'

/** A browser with its own persistent profile, so that it can be killed and restarted like a phone that lost power. */
export interface KillablePhone {
  /** Starts the browser on the kept profile and answers a page. */
  start(): Promise<Page>
  /** Ends the browser at once, without a chance to write or send anything. */
  kill(): Promise<void>
  /** Kills it and removes the profile. */
  stop(): Promise<void>
}

const listening = (child: ChildProcess): Promise<string> =>
  new Promise((done, fail) => {
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const address = /ws:\/\/\S+/.exec(said)?.[0]
      if (address) done(address)
    })
    child.once('exit', () => fail(new Error(`Chromium ended before it listened:\n${said}`)))
  })

/** Makes a phone whose browser can be killed. */
export async function killablePhone(): Promise<KillablePhone> {
  const profile = await mkdtemp(join(tmpdir(), 'wardkeeper-phone-'))
  const executable = (await findChromium()) ?? chromium.executablePath()
  const size = '--window-size=390,844'
  const args = [
    ...chromiumFlags,
    '--headless=new',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    '--lang=zh-CN',
    size,
    'about:blank',
  ]
  let child: ChildProcess | undefined
  let browser: Browser | undefined
  const kill = async (): Promise<void> => {
    const ended = child
    child = undefined
    if (!ended?.pid) return
    const gone = new Promise((done) => ended.once('exit', done))
    // The whole group: the processes that hold the databases are children of the one that was started.
    process.kill(-ended.pid, 'SIGKILL')
    await gone
    await browser?.close().catch(() => {})
  }
  return {
    start: async () => {
      child = spawn(executable, args, { stdio: ['ignore', 'ignore', 'pipe'], detached: true })
      browser = await chromium.connectOverCDP(await listening(child))
      const context = browser.contexts()[0]
      if (!context) throw new Error('the browser has no context')
      return context.pages()[0] ?? context.newPage()
    },
    kill,
    stop: async () => {
      await kill()
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
