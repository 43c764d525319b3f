import type { Plugin } from 'vite'
import { classicScript } from './boot-script.ts'

/** Builds the service worker of the wall boards as a script of its own: built with the pages it would import what they share. */
export const boardWorker = (entry: string): Plugin => ({
  name: 'board-worker',
  apply: 'build',
  async generateBundle() {
    // A service worker is looked for under the same name in every release.
    this.emitFile({ type: 'asset', fileName: 'board-sw.js', source: await classicScript(entry) })
  },
})
