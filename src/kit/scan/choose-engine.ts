import { keep, kept } from '#src/data/stored.ts'
import type { Decoded, Effort, Engine, EngineName, Frame, OpenEngine } from './engine.ts'
import type { CodeFormat } from './formats.ts'
import { openNativeEngine } from './native-engine.ts'
import { openWasmEngine } from './wasm-engine.ts'

/** An engine that fails this many times in a row is replaced by the next. */
const MOST_ERRORS = 3

const openers: Readonly<Record<EngineName, OpenEngine>> = {
  native: openNativeEngine,
  wasm: openWasmEngine,
  // Two hundred kilobytes that hardly any phone needs.
  library: (formats) => import('./library-engine.ts').then((part) => part.openLibraryEngine(formats)),
}

/** What this phone remembers: the engine that worked, and since when (milliseconds of the clock). */
interface Choice {
  readonly engine: EngineName
  readonly since: number
}

/** Browsers improve: after this time the best engine is tried again. */
const VALID_MS = 30 * 24 * 3_600_000

const memory = 'phoneScanEngine'

// Only zxing tells the symbology and whether a code is GS1.
const order = (isUdi: boolean): EngineName[] => (isUdi ? ['wasm', 'native', 'library'] : ['native', 'wasm', 'library'])

/** The engines that are tried, best first. What failed on this phone before is not tried again for a month. */
function candidates(isUdi: boolean): EngineName[] {
  const all = order(isUdi)
  const choice = remembered()
  return isUdi || choice === undefined ? all : all.slice(all.indexOf(choice))
}

/** The choice in force, if there is one. */
function remembered(): EngineName | undefined {
  const choice = kept<Choice>(memory)
  return choice && Date.now() - choice.since < VALID_MS ? choice.engine : undefined
}

// The last resort is not remembered: it may only have been used because zxing could not be fetched that day.
function remember(engine: EngineName): void {
  if (engine !== 'library' && remembered() !== engine) keep(memory, { engine, since: Date.now() } satisfies Choice)
}

/** Decodes frames with the best engine of this phone and changes it when it fails. */
export interface FrameDecoder {
  /** Codes of a frame; none while no engine works. */
  decodeFrom(frame: Frame, effort: Effort): Promise<readonly Decoded[]>
  /** The engine in use, once one is. */
  engine(): EngineName | undefined
}

/** Makes the decoder of a page. `isUdi`: codes of makers are read, for which symbology and GS1 must be known. */
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
