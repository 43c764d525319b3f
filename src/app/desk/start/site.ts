import { ownAddress } from '#src/data/own-address.ts'

const configured = (name: string): string | null =>
  globalThis.document?.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? null

/** The path of the lock page as the site configuration says it (`eam-lock-path` in `index.html`); `/lock` without a usable one. */
export const lockPath = /^\/[\w-]+$/.exec(ownAddress(configured('eam-lock-path') ?? '', ''))?.[0] ?? '/lock'

/** The pages of faults, by the number that a server answers. */
export const errors = ['403', '404', '500'] as const
