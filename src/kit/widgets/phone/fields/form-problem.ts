import { type RefObject, useEffect, useRef } from 'react'
import type { Problems } from './form-values.ts'

/** Scrolls to the first invalid field of a form and focuses it. */
export function useFirstProblem(problems: Problems): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(problems).length === 0) return
    const box = form.current?.querySelector('.ph-box-problem')?.closest('.ph-box')
    box?.scrollIntoView({ block: 'center' })
    box?.querySelector<HTMLElement>('textarea, input, button')?.focus({ preventScroll: true })
  }, [problems])
  return form
}
