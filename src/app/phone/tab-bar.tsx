import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router-dom'
import { useSync } from '#src/kit/phone-data.ts'
import { icons } from '#src/kit/phone-icons.tsx'
import { useWords } from '#src/words/words.ts'
import './tab-bar.css'

function Tab({ to, icon, label, here, children }: { to: string; icon: ReactNode; label: string; here?: boolean; children?: ReactNode }) {
  return (
    <NavLink to={to} end={to === '/'} {...(here ? { 'aria-current': 'page' as const } : {})}>
      {icon}
      <span>{label}</span>
      {children}
    </NavLink>
  )
}

/** The places of the phone, within reach of the thumb. */
export function TabBar() {
  const { word } = useWords()
  const { pathname } = useLocation()
  const { waiting, attention } = useSync()
  const count = attention || waiting
  return (
    <nav className="ph-tabs" aria-label={word('tab.bar')}>
      <Tab to="/" icon={icons.device} label={word('tab.find')} here={pathname === '/' || /^\/(c|device)\//.test(pathname)} />
      <Tab to="/check" icon={icons.check} label={word('tab.check')} />
      <Tab to="/queue" icon={icons.queue} label={word('tab.queue')}>
        {count > 0 ? <span className={`ph-count${attention ? ' ph-count-bad' : ''}`}>{count > 99 ? '99+' : count}</span> : null}
      </Tab>
      <Tab to="/me" icon={icons.me} label={word('tab.me')} />
    </nav>
  )
}
