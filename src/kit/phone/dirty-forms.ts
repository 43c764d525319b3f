import { useEffect } from 'react'
import { create } from 'zustand'

/** Number of forms with input that is not stored anywhere yet. */
export const useDirty = create<{ readonly forms: number }>()(() => ({ forms: 0 }))

const add = (n: number): void => useDirty.setState(({ forms }) => ({ forms: forms + n }))

/** Marks a form as dirty, so that nothing reloads the page meanwhile. */
export function useDirtyMark(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    add(1)
    return () => add(-1)
  }, [isDirty])
}
