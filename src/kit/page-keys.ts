import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { keep, kept } from '#src/data/stored.ts'
import { readerGapMs } from './scan/wedge.ts'
import { isTyping } from './typing.ts'

const key = 'pageKeys'

/** Whether keys without Ctrl act on pages. WCAG 2.1.4 asks that people can switch them off; remembered on this computer. */
export const usePageKeys = create<{ readonly isOn: boolean }>()(() => ({ isOn: kept<boolean>(key) ?? true }))

/** Switches the keys of pages on or off, and remembers it. */
export function switchPageKeys(isOn: boolean): void {
  keep(key, isOn)
  usePageKeys.setState({ isOn })
}

/** Whether a dialog or drawer is open, which keys of the page below must not reach. */
export const isDialogOpen = (): boolean => [...document.querySelectorAll('[role=dialog]')].some((dialog) => dialog.checkVisibility())

/** Whether a key press means the page: keys are on, no modifier is held, no text field has the focus, and no dialog is open. */
export const isPageKey = (event: KeyboardEvent): boolean =>
  usePageKeys.getState().isOn &&
  !event.defaultPrevented &&
  !event.repeat &&
  !event.ctrlKey &&
  !event.metaKey &&
  !event.altKey &&
  !isTyping(event.target) &&
  !isDialogOpen()

/**
 * Calls `act` when one of the keys is pressed on the page; without `act` nothing is listened to. A reader that acts as a keyboard sends such keys
 * within its codes: a key counts only if none came right before it or comes right after it.
 */
export function usePageKey(keys: string, act: (() => void) | undefined): void {
  const latest = useRef(act)
  latest.current = act
  const isOn = act !== undefined
  useEffect(() => {
    if (!isOn) return
    let last = Number.NEGATIVE_INFINITY
    let waiting: ReturnType<typeof setTimeout> | undefined
    const press = (event: KeyboardEvent): void => {
      // Held for `?`, which comes right after it.
      if (event.key === 'Shift') return
      const isFast = event.timeStamp - last <= readerGapMs
      last = event.timeStamp
      clearTimeout(waiting)
      if (isFast || !keys.includes(event.key.toLowerCase()) || !isPageKey(event)) return
      waiting = setTimeout(() => latest.current?.(), readerGapMs)
    }
    window.addEventListener('keydown', press)
    return () => {
      clearTimeout(waiting)
      window.removeEventListener('keydown', press)
    }
  }, [keys, isOn])
}
