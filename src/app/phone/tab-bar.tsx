import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { icons } from '#src/kit/phone/icons.tsx'
import type { PhoneTab } from '#src/kit/phone/module.ts'
import { useWords } from '#src/words/words.ts'
import { phoneModules } from './modules.ts'
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
    <Link to={to} state={{ isTab: true }} {...(isHere ? { 'aria-current': 'page' as const } : {})}>
      {icon}
      <span>{label}</span>
      {children}
    </Link>
  )
}

/** A small number on a tab, with its meaning for screen readers. */
function Count({ n, label }: { n: number; label: string }) {
  if (n === 0) return null
  return (
    <span className="ph-count">
      <span aria-hidden="true">{n > 99 ? '99+' : n}</span>
      <span className="ph-hidden">{label}</span>
    </span>
  )
}

function CountOf({ count }: { count: NonNullable<PhoneTab['count']> }) {
  const { word } = useWords()
  const n = count.use()
  return <Count n={n} label={word(count.label, { n })} />
}

const tabs = phoneModules.flatMap((module) => module.tabs ?? []).sort((a, b) => a.order - b.order)

/** The places of the phone, within reach of the thumb. */
export function TabBar() {
  const { word } = useWords()
  return (
    <nav className="ph-tabs" aria-label={word('tab.bar')}>
      {tabs.map(({ to, icon, label, more, count }) => (
        <Tab key={to} to={to} icon={icons[icon]} label={word(label)} {...(more ? { more } : {})}>
          {count ? <CountOf count={count} /> : null}
        </Tab>
      ))}
    </nav>
  )
}
