import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { chromiumFlags, findChromium } from '../../scripts/find-chromium.mjs'
import { phoneScreen } from './phone.ts'

/** The source of the camera's picture on a phone. */
export interface FakeCamera {
  /** A clip made by `writeClip`. */
  readonly clip?: string
  /** Number of cameras with Chromium's own test picture. Without clip and count there is no camera. */
  readonly count?: number
  /** The browser's question is not answered, so the camera is refused. */
  readonly isRefused?: boolean
}

/** A browser with this camera: the flags belong to the whole browser, so each camera needs one of its own. */
export async function browserWith({ clip, count, isRefused }: FakeCamera): Promise<Browser> {
  const executablePath = await findChromium()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...chromiumFlags,
      ...(isRefused ? [] : ['--use-fake-ui-for-media-stream']),
      ...(clip ? ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${clip}`] : []),
      ...(count ? [`--use-fake-device-for-media-stream=device-count=${count}`] : []),
    ],
  })
}

export type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>

interface PhoneOptions {
  readonly baseURL: string
  readonly storageState: SignedIn
  readonly isAllowed?: boolean
}

/** A phone of a signed-in person; its pages remember what the scanner showed and how often the camera was asked for. */
export async function scanningPhone(browser: Browser, { baseURL, storageState, isAllowed = true }: PhoneOptions): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...phoneScreen,
    baseURL,
    storageState,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    ...(isAllowed ? { permissions: ['camera'] } : {}),
  })
  await context.addInitScript(() => {
    const scanLog = { codes: [] as string[], cameras: 0 }
    Object.assign(window, { scanLog })
    new MutationObserver(() => {
      const text = document.querySelector('output[aria-label="最近读到的编码"]')?.textContent
      if (text && scanLog.codes.at(-1) !== text) scanLog.codes.push(text)
    }).observe(document, { subtree: true, childList: true, characterData: true })
    const media = navigator.mediaDevices
    const open = media?.getUserMedia?.bind(media)
    if (open)
      media.getUserMedia = (constraints) => {
        scanLog.cameras += 1
        return open(constraints)
      }
  })
  return context
}

interface ScanLog {
  readonly codes: readonly string[]
  readonly cameras: number
}

/** What the scanner of this page has shown so far, and how often it asked for a camera. */
export const scanLogOf = (page: Page): Promise<ScanLog> => page.evaluate(() => (window as unknown as { scanLog: ScanLog }).scanLog)
