import { type ComponentType, type ReactNode, Suspense } from 'react'

/** A component that a module adds to a page of another module. Its props are set by the slot. */
export interface Part {
  /** Name of the slot, such as `device.list`. */
  readonly at: string
  /** Unique within the slot. */
  readonly name: string
  readonly Part: ComponentType<never>
  /** Sort order, ascending; 0 when absent. */
  readonly order?: number
  /** Pixels that the part takes until its code is loaded, where nearly every page shows it, so that what is below stays in its place. */
  readonly height?: number
}

const offered: Part[] = []

/** Registers the parts of all modules; call once, before the first render. */
export function offerParts(parts: readonly Part[]): void {
  offered.push(...parts)
  offered.sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

interface PartsProps<P> {
  readonly at: string
  readonly given: P
  /** Renders all parts at once, with the siblings in the surrounding `Suspense`, so that no button moves under the pointer. */
  readonly isTogether?: boolean
}

/** Renders the parts of a slot, each as soon as its code is loaded. */
export function Parts<P extends object>({ at, given, isTogether = false }: PartsProps<P>): ReactNode {
  return offered
    .filter((one) => one.at === at)
    .map(({ name, Part, height }) => {
      const Offered = Part as ComponentType<P>
      return isTogether ? (
        <Offered key={name} {...given} />
      ) : (
        <Suspense key={name} fallback={height && <div style={{ height }} />}>
          <Offered {...given} />
        </Suspense>
      )
    })
}
