import type { ReactNode } from 'react'
import './phone-parts.css'
import './tick-row.css'

interface Props {
  readonly title: ReactNode
  /** Next to the title. */
  readonly tag?: ReactNode
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly children?: ReactNode
}

/** A list row that is ticked. */
export function TickRow({ title, tag, isOn, onChange, children }: Props) {
  return (
    <li>
      <label className="ph-row ph-tick">
        <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
        <span className="ph-row-main">
          <span className="ph-row-title">
            <span>{title}</span>
            {tag}
          </span>
          {children ? <span className="ph-quiet ph-row-more">{children}</span> : null}
        </span>
      </label>
    </li>
  )
}
