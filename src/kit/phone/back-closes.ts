import { useLayoutEffect, useRef } from 'react'

/** A history entry as the router writes it; `overlay`: the entry that an open sheet has pushed on top of its page's. */
interface Entry {
  readonly key?: string
  readonly overlay?: true
}

/** The close functions of the open overlays, the topmost last; each returns whether it has closed. */
const open: { readonly close: () => boolean }[] = []
/** The entry that a step back leaves. */
let here = history.state as Entry | null

/** Pushes an entry on top of the page's own, which one step back removes; one left behind by a closed overlay is reused. */
function cover(): void {
  if (!(history.state as Entry | null)?.overlay) history.pushState({ ...history.state, overlay: true }, '')
  here = history.state as Entry
}

// Registered before the router, which sees no event: the page stays the same.
addEventListener(
  'popstate',
  (event) => {
    const left = here
    here = event.state as Entry | null
    if (!left?.overlay || here?.overlay || left.key !== here?.key) return
    event.stopImmediatePropagation()
    const top = open.at(-1)
    // An overlay closed otherwise leaves its entry, because removing it takes time in which a page may be opened; the entry is skipped now.
    if (!top) history.back()
    else if (!top.close() || open.length > 1) cover()
  },
  true,
)

/** While the caller is shown, one step back closes it instead of leaving the page. `onClose` returns whether it has closed. */
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
