import type { ReactNode } from 'react'
import './phone-parts.css'

/** What a view shows instead of data: what is the matter, what to do, and a way to do it. */
export function PageState({ title, help, children }: { title: string; help?: string; children?: ReactNode }) {
  return (
    <div className="ph-state">
      <p className="ph-state-title">{title}</p>
      {help ? <p className="ph-quiet">{help}</p> : null}
      {children}
    </div>
  )
}

/** The place of data that is still read; `label` is for those who hear the page. */
export function PageLoading({ label, rows = 6 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <div key={index} className="ph-skeleton" />
      ))}
    </div>
  )
}
