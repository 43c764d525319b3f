import type { ReactNode } from 'react'
import './phone-parts.css'

/** Replaces missing data: the problem, and an action that solves it. */
export function PageState({ title, help, children }: { title: string; help?: string; children?: ReactNode }) {
  return (
    <div className="ph-state">
      <p className="ph-state-title">{title}</p>
      {help ? <p className="ph-quiet">{help}</p> : null}
      {children}
    </div>
  )
}

/** Skeleton while data is being read; `label` is for screen readers. */
export function PageLoading({ label, rows = 6 }: { label: string; rows?: number }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <div key={index} className="ph-skeleton" />
      ))}
    </div>
  )
}
