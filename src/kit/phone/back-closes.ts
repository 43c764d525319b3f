import { useLayoutEffect, useRef } from 'react'

/** An entry of the history as the router writes it; `overlay`: the one that an open sheet has put upon its page's. */
interface Entry {
  readonly key?: string
  readonly overlay?: true
}

/** How each open overlay is closed, the topmost last; answers whether it is. */
const open: { readonly close: () => boolean }[] = []
/** The entry that a step back leaves. */
let here = history.state as Entry | null

/** Puts an entry upon the page's own, for one step back to take; one that a closed overlay has left behind is used again. */
function cover(): void {
  if (!(history.state as Entry | null)?.overlay) history.pushState({ ...history.state, overlay: true }, '')
  here = history.state as Entry
}

// Before the router, to which nothing happens: the page stays the same.
addEventListener(
  'popstate',
  (event) => {
    const left = here
    here = event.state as Entry | null
    if (!left?.overlay || here?.overlay || left.key !== here?.key) return
    event.stopImmediatePropagation()
    const top = open.at(-1)
    // What was closed otherwise has left its entry, since taking it away takes time in which a page may be opened; it is passed over now.
    if (!top) history.back()
    else if (!top.close() || open.length > 1) cover()
  },
  true,
)

/** While the caller is shown, one step back of the phone closes it instead of leaving the page. `onClose` answers whether it does. */
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
