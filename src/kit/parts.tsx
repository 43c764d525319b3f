import { type ComponentType, type ReactNode, Suspense } from 'react'

/** A component that a module offers on a page of another one. Its props are those of the place. */
export interface Part {
  /** The name of the place, such as `device.list`. */
  readonly at: string
  /** Tells it from the others of the place. */
  readonly name: string
  readonly Part: ComponentType<never>
  /** Lower ones come first; 0 when absent. */
  readonly order?: number
}

const offered: Part[] = []

/** Registers the parts of the modules; once, before the first render. */
export function offerParts(parts: readonly Part[]): void {
  offered.push(...parts)
  offered.sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
}

interface PartsProps<P> {
  readonly at: string
  readonly given: P
  /** Shown when the code of all is loaded, with what the `Suspense` around them holds: a button does not move under the pointer. */
  readonly isTogether?: boolean
}

/** The parts of the modules at a place, each as soon as its code is loaded. */
export function Parts<P extends object>({ at, given, isTogether = false }: PartsProps<P>): ReactNode {
  return offered
    .filter((one) => one.at === at)
    .map(({ name, Part }) => {
      const Offered = Part as ComponentType<P>
      return isTogether ? (
        <Offered key={name} {...given} />
      ) : (
        <Suspense key={name}>
          <Offered {...given} />
        </Suspense>
      )
    })
}
