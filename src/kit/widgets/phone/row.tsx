import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { icons } from '#src/kit/phone/icons.tsx'
import './phone-parts.css'

export interface RowProps {
  readonly title: ReactNode
  /** Next to the title. */
  readonly tag?: ReactNode
  readonly children?: ReactNode
  readonly side?: ReactNode
}

function Inside({ title, tag, children, side, arrow }: RowProps & { arrow: boolean }) {
  return (
    <>
      <span className="ph-row-main">
        <span className="ph-row-title">
          <span>{title}</span>
          {tag}
        </span>
        {children ? <span className="ph-quiet ph-row-more">{children}</span> : null}
      </span>
      {side || arrow ? (
        <span className="ph-row-side">
          {side}
          {arrow ? icons.forward : null}
        </span>
      ) : null}
    </>
  )
}

/** A read-only list row. */
export function Row(props: RowProps) {
  return (
    <li>
      <div className="ph-row">
        <Inside {...props} arrow={false} />
      </div>
    </li>
  )
}

/** A list row that opens another page. */
export function LinkRow({ to, ...props }: RowProps & { to: string }) {
  return (
    <li>
      <Link className="ph-row" to={to}>
        <Inside {...props} arrow />
      </Link>
    </li>
  )
}

/** A list row that runs an action. */
export function ActionRow({ onPress, arrow = false, ...props }: RowProps & { onPress: () => void; arrow?: boolean }) {
  return (
    <li>
      <button type="button" className="ph-row" onClick={onPress}>
        <Inside {...props} arrow={arrow} />
      </button>
    </li>
  )
}
