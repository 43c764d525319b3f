import type { ReactNode } from 'react'
import { heldHeight } from '#src/kit/phone/held-height.ts'
import './act-bar.css'

const bar = heldHeight('--ph-bar')

/**
 * The acts of a page, a form or a sheet, the main one first: they stay in sight at its bottom, above the tabs or the keyboard. Place it last, and nothing
 * that opens over the page inside of it.
 */
export function ActBar({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={bar} className="ph-bar">
      {children}
    </div>
  )
}
