import { createContext, useCallback, useContext, useEffect, useId } from 'react'
import { create } from 'zustand'

/** Which open tab a form stands in. */
export const FormPlace = createContext('')

interface Unsaved {
  /** Form to the place it stands in, for forms with typed but unsaved content. */
  readonly forms: Readonly<Record<string, string>>
}

const useUnsavedForms = create<Unsaved>()(() => ({ forms: {} }))

/**
 * Tells that a form holds typed content that is not saved. It stays told while its tab is in the background, so the form
 * calls the returned function when its content is saved or discarded.
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

/** Whether a tab holds unsaved content; any tab when none is named. */
export function isUnsaved(place?: string): boolean {
  const places = Object.values(useUnsavedForms.getState().forms)
  return place === undefined ? places.length > 0 : places.includes(place)
}

/** Forgets the unsaved content of a tab that is closed, or of all. */
export function dropUnsaved(place?: string): void {
  useUnsavedForms.setState(({ forms }) => ({
    forms: place === undefined ? {} : Object.fromEntries(Object.entries(forms).filter(([, of]) => of !== place)),
  }))
}

/** The confirmation before typed content is discarded: without animation, because an answer may come before a transition ends. */
export const instantly = { transitionName: '', maskTransitionName: '' } as const

/** The theme of drawers and dialogs with typed content: with motion they re-create their content when their tab returns from the background. */
export const still = { token: { motion: false } } as const
