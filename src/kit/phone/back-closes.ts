import { useLayoutEffect, useRef } from 'react'

/** A history entry as written by the router; `overlay`: pushed by an open sheet on top of its page's entry. */
interface Entry {
  readonly key?: string
  readonly overlay?: true
}

/** Close functions of the open overlays, the topmost last; each returns whether it closed. */
const open: { readonly close: () => boolean }[] = []
/** The current history entry, which a step back leaves. */
let here = history.state as Entry | null

/** Pushes an entry on top of the page's own, to be removed by one step back. Reuses one left behind by a closed overlay. */
function cover(): void {
  if (!(history.state as Entry | null)?.overlay) history.pushState({ ...history.state, overlay: true }, '')
  here = history.state as Entry
}

// Registered before the router, and hides the event from it: the page stays the same.
addEventListener(
  'popstate',
  (event) => {
    const left = here
    here = event.state as Entry | null
    if (!left?.overlay || here?.overlay || left.key !== here?.key) return
    event.stopImmediatePropagation()
    const top = open.at(-1)
    // An overlay closed in another way leaves its entry, as removing it is asynchronous and a page may open meanwhile. Skip such an entry now.
    if (!top) history.back()
    else if (!top.close() || open.length > 1) cover()
  },
  true,
)

/** While the caller is mounted, one step back closes it instead of leaving the page. `onClose` returns whether it closed. */
export function useBackCloses(onClose: () => boolean): void {
  const latest = useRef(onClose)
  latest.current = onClose
  useLayoutEffect(() => {
    const one = { close: () => latest.current() }
    open.push(one)
    cover()
    return () => {
      open.splice(open.indexOf(one), 1)
    }
  }, [])
}
