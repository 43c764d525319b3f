import { keep, kept } from '#src/data/stored.ts'
import type { Decoded, Effort, Engine, EngineName, Frame, OpenEngine } from './engine.ts'
import type { CodeFormat } from './formats.ts'
import { openNativeEngine } from './native-engine.ts'
import { openWasmEngine } from './wasm-engine.ts'

/** Errors in a row after which an engine is replaced by the next one. */
const MOST_ERRORS = 3

const openers: Readonly<Record<EngineName, OpenEngine>> = {
  native: openNativeEngine,
  wasm: openWasmEngine,
  // 200 KB that hardly any phone needs.
  library: (formats) => import('./library-engine.ts').then((part) => part.openLibraryEngine(formats)),
}

/** Stored on this phone: the engine that worked, and since when (epoch milliseconds). */
interface Choice {
  readonly engine: EngineName
  readonly since: number
}

/** Time after which the best engine is tried again, as browsers improve. */
const VALID_MS = 30 * 24 * 3_600_000

const memory = 'phoneScanEngine'

// Only zxing reports the symbology and whether a code is GS1.
const order = (isUdi: boolean): EngineName[] => (isUdi ? ['wasm', 'native', 'library'] : ['native', 'wasm', 'library'])

/** Engines to try, best first. Engines that failed on this phone are skipped for a month. */
function candidates(isUdi: boolean): EngineName[] {
  const all = order(isUdi)
  const choice = remembered()
  return isUdi || choice === undefined ? all : all.slice(all.indexOf(choice))
}

/** The stored engine, unless it has expired. */
function remembered(): EngineName | undefined {
  const choice = kept<Choice>(memory)
  return choice && Date.now() - choice.since < VALID_MS ? choice.engine : undefined
}

// Do not store the last resort: it may have been used only because zxing could not be fetched once.
function remember(engine: EngineName): void {
  if (engine !== 'library' && remembered() !== engine) keep(memory, { engine, since: Date.now() } satisfies Choice)
}

/** Decodes frames with the phone's best engine; switches engines after repeated errors. */
export interface FrameDecoder {
  /** Codes in a frame; none while no engine works. */
  decodeFrom(frame: Frame, effort: Effort): Promise<readonly Decoded[]>
  /** The engine in use; undefined before one has opened. */
  engine(): EngineName | undefined
}

/** Creates the decoder of a page. `isUdi`: for manufacturers' codes, which need symbology and GS1. */
export function frameDecoder(formats: readonly CodeFormat[], isUdi = false, open = openers): FrameDecoder {
  const left = candidates(isUdi)
  let current: Promise<Engine | undefined> | undefined
  let inUse: EngineName | undefined
  let errors = 0

  const next = async (): Promise<Engine | undefined> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const engine = await open[name](formats).catch(() => undefined)
      inUse = engine?.name
      if (engine) return engine
    }
    return undefined
  }

  const decodeFrom: FrameDecoder['decodeFrom'] = async (frame, effort) => {
    current ??= next()
    const engine = await current
    if (!engine) return []
    try {
      const codes = await engine.decode(frame, effort)
      errors = 0
      if (codes.length > 0 && !isUdi) remember(engine.name)
      return codes
    } catch {
      errors += 1
      if (errors >= MOST_ERRORS && inUse === engine.name) {
        errors = 0
        current = next()
      }
      return []
    }
  }
  return { decodeFrom, engine: () => inUse }
}
