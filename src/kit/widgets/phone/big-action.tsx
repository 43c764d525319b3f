import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import './phone-parts.css'

interface BigActionFacts {
  readonly icon: ReactNode
  readonly label: string
  /** A second line, such as the context of the action. */
  readonly more?: string
  /** The main action. */
  readonly isFirst?: boolean
}

function Inside({ icon, label, more }: BigActionFacts) {
  return (
    <>
      {icon}
      <span>
        {label}
        {more ? <small>{more}</small> : null}
      </span>
    </>
  )
}

const nameOf = (isFirst = false): string => (isFirst ? 'ph-big ph-big-first' : 'ph-big')

/** A large button that opens a page. */
export function BigLink({ to, ...facts }: BigActionFacts & { to: string }) {
  return (
    <Link className={nameOf(facts.isFirst)} to={to}>
      <Inside {...facts} />
    </Link>
  )
}

/** A large button that runs an action. */
export function BigButton({ onPress, ...facts }: BigActionFacts & { onPress: () => void }) {
  return (
    <button type="button" className={nameOf(facts.isFirst)} onClick={onPress}>
      <Inside {...facts} />
    </button>
  )
}
