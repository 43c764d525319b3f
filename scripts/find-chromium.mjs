import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

// The last list counts, so what Playwright switches off itself stands here, too.
const playwrightsOwn = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

// The browser draws its own bar as pages, in renderers of their own for each window that a test opens: a quarter of the processor time of a test.
const ownBar = [
  'InitialWebUI',
  'PreloadTopChromeWebUI',
  'WebUIBackForwardButton',
  'WebUIHomeButton',
  'WebUILocationBar',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
  'WebUIReloadButton',
  'WebUISplitTabsButton',
  'WebUIToolbar',
]

/** Flags for a browser that talks only to the tested server. */
export const chromiumFlags = [
  `--disable-features=${[...playwrightsOwn, ...ownBar].join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Path of a Chromium: CHROMIUM_PATH, a Playwright browser, the system's; undefined when none is found. */
export const findChromium = async () => {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`CHROMIUM_PATH=${given} does not exist: correct it, or leave it out.`)
  }
  const { chromium } = await import('playwright')
  return [chromium.executablePath(), ...places].find((path) => path && existsSync(path))
}

/** The same Chromium without a window of its own, which Debian packs beside it; it takes a quarter less processor time but knows no Background Sync. */
export const headlessBeside = (chromium) => {
  const path = `${chromium}-headless-shell`
  return existsSync(path) ? path : undefined
}

const isDebianAsRoot = () => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Finds a Chromium or installs one: Debian's packages as root where there is apt-get, Playwright's elsewhere. */
export const findOrInstallChromium = async () => {
  const found = await findChromium()
  if (found && (found !== places[0] || !isDebianAsRoot() || headlessBeside(found))) return found
  const run = (command, ...flags) =>
    spawnSync(command, flags, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
  if (isDebianAsRoot()) {
    run('apt-get', 'update')
    run('apt-get', 'install', '-y', '--no-install-recommends', 'chromium', 'chromium-headless-shell', 'fonts-noto-cjk', 'ffmpeg')
  }
  if (!(await findChromium())) run('npx', 'playwright', 'install', 'chromium')
  const installed = await findChromium()
  if (!installed) throw new Error('No Chromium was found and none could be installed: set CHROMIUM_PATH to one.')
  return installed
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await findOrInstallChromium())
