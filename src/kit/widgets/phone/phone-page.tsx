import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useWords } from '#src/words/words.ts'
import { icons } from '../../phone-icons.tsx'
import { SyncPill } from './sync-pill.tsx'
import './phone-page.css'
import './phone-parts.css'

/** A page of the phone: its title, the sync pill and, where one came from a list, the way back. */
export function PhonePage({ title, back, children }: { title: string; back?: string; children: ReactNode }) {
  const { word } = useWords()
  const navigate = useNavigate()
  useEffect(() => {
    document.title = `${title} · ${word('app.name')}`
  }, [title, word])
  // A link from outside has no page of ours behind it.
  const goBack = (): void => void (window.history.state?.idx > 0 ? navigate(-1) : navigate(back ?? '/', { replace: true }))
  return (
    <>
      <header className="ph-head">
        {back === undefined ? null : (
          <button type="button" className="ph-icon-button ph-head-back" onClick={goBack} aria-label={word('common.back')}>
            {icons.back}
          </button>
        )}
        <h1>{title}</h1>
        <SyncPill />
      </header>
      <main className="ph-main">{children}</main>
    </>
  )
}
