/** Flags for a browser that talks to nobody but the tested server. */
export const chromiumFlags: string[]

/** Path of a Chromium: CHROMIUM_PATH, a Playwright browser, the system's; undefined when there is none. */
export const findChromium: () => Promise<string | undefined>

/** The same Chromium without a window of its own beside it; undefined where there is none. */
export const headlessBeside: (chromium: string) => string | undefined

/** Finds a Chromium or installs one. */
export const findOrInstallChromium: () => Promise<string>
