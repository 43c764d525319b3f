import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { icons } from '#src/kit/phone/icons.tsx'
import { useArrival } from '#src/kit/phone/restore-scroll.ts'
import { useWords } from '#src/words/words.ts'
import { SyncPill } from './sync-pill.tsx'
import './phone-page.css'
import './phone-parts.css'

export interface PhonePageProps {
  readonly title: string
  /** Where the back button leads when the history has no earlier page of the app; without it there is no back button. */
  readonly back?: string
  /** A button next to the sync pill. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A page of the phone: title, sync pill and, with `back`, a back button. */
export function PhonePage({ title, back, action, children }: PhonePageProps) {
  const { word } = useWords()
  const navigate = useNavigate()
  const heading = useArrival()
  useEffect(() => {
    document.title = `${title} · ${word('app.name')}`
  }, [title, word])
  // A page opened by an external link has no history in the app.
  const goBack = (): void => void (window.history.state?.idx > 0 ? navigate(-1) : navigate(back ?? '/', { replace: true }))
  return (
    <>
      <header className="ph-head">
        {back === undefined ? null : (
          <button type="button" className="ph-icon-button ph-head-back" onClick={goBack} aria-label={word('common.back')}>
            {icons.back}
          </button>
        )}
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {action}
        <SyncPill />
      </header>
      <main className="ph-main">{children}</main>
    </>
  )
}
