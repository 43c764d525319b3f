import { Window } from 'happy-dom'
import { type Environment, populateGlobal } from 'vitest/runtime'

/** What the server in the same process needs as Node has it. Pages run with it as well. */
const ofNode = [
  ...['fetch', 'Request', 'Response', 'Headers', 'FormData', 'Blob', 'File', 'URL', 'URLSearchParams'],
  ...['AbortController', 'AbortSignal', 'TextEncoder', 'TextDecoder', 'crypto', 'performance', 'queueMicrotask', 'structuredClone'],
  ...['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'setImmediate', 'clearImmediate'],
]

/** Charts measure and draw on a canvas, which happy-dom does not have: nothing is drawn, and a letter is eight pixels wide. */
const pen: object = new Proxy<Record<PropertyKey, unknown>>(
  {},
  { get: (own, name) => own[name] ?? (name === 'measureText' ? (text: string) => ({ width: text.length * 8 }) : () => pen) },
)

/** A document of happy-dom in the server's process: a desk of 1440 by 720 pixels, which shows ten rows of a list, without animations. */
export default {
  name: 'desk',
  viteEnvironment: 'ssr',
  setup(global) {
    const window = new Window({
      url: 'http://127.0.0.1/',
      width: 1440,
      height: 720,
      settings: {
        device: { prefersReducedMotion: 'reduce' },
        // A link that saves a file, or leads out of the desk, would replace the document of the test.
        navigation: { disableMainFrameNavigation: true, disableChildPageNavigation: true, disableFallbackToSetURL: true },
      },
    })
    const kept = ofNode.map((name) => [name, Object.getOwnPropertyDescriptor(global, name)] as const)
    const { keys, originals } = populateGlobal(global, window, { bindFunctions: true })
    // No sheets are loaded whose rules could matter, and reading those of the library takes a seventh of the time.
    global.getComputedStyle = ({ style }: HTMLElement) => style
    Object.assign(window.HTMLCanvasElement.prototype, { getContext: () => pen })
    for (const [name, descriptor] of kept) if (descriptor) Object.defineProperty(global, name, descriptor)
    return {
      async teardown() {
        await window.happyDOM.abort()
        for (const key of keys) delete global[key]
        for (const [key, value] of originals) global[key] = value
      },
    }
  },
} satisfies Environment
