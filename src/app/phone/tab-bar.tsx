import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { icons } from '#src/kit/phone-icons.tsx'
import { useUnread } from '#src/kit/phone-notices.ts'
import { useWords } from '#src/words/words.ts'
import './tab-bar.css'

interface TabProps {
  readonly to: string
  readonly icon: ReactNode
  readonly label: string
  /** First parts of the addresses that belong to the tab, besides its own. */
  readonly more?: readonly string[]
  readonly children?: ReactNode
}

function Tab({ to, icon, label, more = [], children }: TabProps) {
  const { pathname } = useLocation()
  const isHere = pathname === to || [...(to === '/' ? [] : [to]), ...more].some((start) => `${pathname}/`.startsWith(`${start}/`))
  return (
    <Link to={to} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
      {icon}
      <span>{label}</span>
      {children}
    </Link>
  )
}

/** A small number on a tab, with its meaning for those who hear the page. */
function Count({ n, label }: { n: number; label: string }) {
  if (n === 0) return null
  return (
    <span className="ph-count">
      <span aria-hidden="true">{n > 99 ? '99+' : n}</span>
      <span className="ph-hidden">{label}</span>
    </span>
  )
}

/** The places of the phone, within reach of the thumb. */
export function TabBar() {
  const { word } = useWords()
  const unread = useUnread()
  return (
    <nav className="ph-tabs" aria-label={word('tab.bar')}>
      <Tab to="/" icon={icons.scan} label={word('tab.scan')} more={['/c', '/device', '/find', '/room']} />
      <Tab to="/check" icon={icons.check} label={word('tab.check')} />
      <Tab to="/repair" icon={icons.repair} label={word('tab.repair')} />
      <Tab to="/notices" icon={icons.bell} label={word('tab.notices')}>
        <Count n={unread} label={word('notices.unread', { n: unread })} />
      </Tab>
      <Tab to="/me" icon={icons.me} label={word('tab.me')} more={['/queue']} />
    </nav>
  )
}
