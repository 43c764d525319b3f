import { createContext, useCallback, useContext, useEffect, useId } from 'react'
import { create } from 'zustand'

/** The open tab that a form belongs to. */
export const FormPlace = createContext('')

interface Unsaved {
  /** The tab of each form with unsaved input. */
  readonly forms: Readonly<Record<string, string>>
}

const useUnsavedForms = create<Unsaved>()(() => ({ forms: {} }))

/**
 * Marks a form as having unsaved input. The mark stays while its tab is in the background, so the form calls the returned function when the input is
 * saved or discarded.
 */
export function useUnsaved(isDirty: boolean): () => void {
  const id = useId()
  const place = useContext(FormPlace)
  const key = `${place} ${id}`
  useEffect(() => {
    if (isDirty) useUnsavedForms.setState(({ forms }) => ({ forms: { ...forms, [key]: place } }))
    else forgetForm(key)
  }, [key, place, isDirty])
  return useCallback(() => forgetForm(key), [key])
}

function forgetForm(key: string): void {
  useUnsavedForms.setState(({ forms }) => ({ forms: Object.fromEntries(Object.entries(forms).filter(([other]) => other !== key)) }))
}

/** Whether a tab has unsaved input; any tab when none is given. */
export function isUnsaved(place?: string): boolean {
  const places = Object.values(useUnsavedForms.getState().forms)
  return place === undefined ? places.length > 0 : places.includes(place)
}

/** Clears the marks of a closed tab, or of all tabs. */
export function dropUnsaved(place?: string): void {
  useUnsavedForms.setState(({ forms }) => ({
    forms: place === undefined ? {} : Object.fromEntries(Object.entries(forms).filter(([, of]) => of !== place)),
  }))
}

/** Props of the confirmation before input is discarded: no animation, as an answer may come before a transition ends. */
export const instantly = { transitionName: '', maskTransitionName: '' } as const

/** Theme of drawers and dialogs with input: no motion, which would remount their content when their tab returns from the background. */
export const still = { token: { motion: false } } as const
