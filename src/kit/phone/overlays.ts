import { Toast, unstableSetRender } from 'antd-mobile'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

type Host = (Element | DocumentFragment) & { root?: Root }

// antd-mobile 5 opens overlays with an API that React 19 has removed; without this replacement such calls do nothing.
unstableSetRender((node, container) => {
  const host = container as Host
  host.root ??= createRoot(host)
  host.root.render(node)
  return async () => {
    await new Promise((done) => setTimeout(done, 0))
    host.root?.unmount()
    host.root = undefined
  }
})

// Must be in the page before the first message, for screen readers to announce text inserted later.
const region = document.createElement('div')
region.setAttribute('aria-live', 'polite')
document.body.append(region)

/** A short notice that disappears automatically and is announced by screen readers. */
export function showToast(content: ReactNode): void {
  Toast.show({ content, position: 'top', duration: 2500, getContainer: () => region })
}
