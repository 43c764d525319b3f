import { Popup } from 'antd-mobile'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { useBackCloses } from '#src/kit/phone/back-closes.ts'
import { useDirty } from '#src/kit/phone/dirty-forms.ts'
import { notice } from '#src/kit/phone/toast.ts'
import { useWords } from '#src/words/words.ts'
import './phone-parts.css'

/** Traps Tab inside a dialog. */
function stayInside(dialog: HTMLElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>('button, input, select, textarea, a[href]')].filter(
    (stop) => !stop.hasAttribute('disabled'),
  )
  const [first, last] = [stops[0], stops.at(-1)]
  const isAtEnd = document.activeElement === (event.shiftKey ? first : last)
  if (!isAtEnd && document.activeElement !== dialog) return
  event.preventDefault()
  ;(event.shiftKey ? last : first)?.focus()
}

/**
 * A bottom sheet: takes, traps and restores the focus. Escape, a step back or a tap on the mask closes it, unless unsaved input would be lost; then
 * only its own button does.
 */
export function Sheet({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const { word } = useWords()
  const dialog = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    dialog.current?.focus({ preventScroll: true })
    return () => before?.focus({ preventScroll: true })
  }, [])
  const closeUnlessTyped = (): boolean => {
    const isTyped = useDirty.getState().forms > 0
    if (isTyped) void notice(word('sheet.typed'))
    else onClose()
    return !isTyped
  }
  useBackCloses(closeUnlessTyped)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') closeUnlessTyped()
    if (event.key === 'Tab' && dialog.current) stayInside(dialog.current, event)
  }
  return (
    <Popup visible onMaskClick={closeUnlessTyped} onClose={onClose} bodyClassName="ph-sheet" getContainer={null} forceRender>
      <div ref={dialog} role="dialog" aria-modal="true" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
        {children}
      </div>
    </Popup>
  )
}
