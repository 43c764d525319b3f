import { useEffect, useState } from 'react'
import type { ChecklistItem } from '#contract/entities/checklist/items.ts'
import type { Answers } from '#contract/entities/checklist/judge.ts'
import { person } from '#src/data/session.ts'
import { forget, keep, kept } from '#src/data/stored.ts'
import { isChanged } from '../fill-model.ts'
import type { PhoneChecklist } from './phone-checklist.ts'

/** What is typed, and the answers and the version that it is based on. */
export interface Typed {
  readonly answers: Answers
  readonly stored: Answers
  readonly version: number
}

const filled = (answers: Answers | null | undefined): Answers =>
  Object.fromEntries(Object.entries(answers ?? {}).filter(([, answer]) => answer !== null))

const storedIn = (row: PhoneChecklist): Typed => {
  const stored = filled(row.answers)
  return { answers: stored, stored, version: row.version ?? 0 }
}

const keyOf = (id: string): string => `checklist-${person()?.user_id ?? ''}-${id}`

/** Whether a checklist has answers on this phone that are not queued yet. */
export const isHalfDone = (id: string): boolean => kept(keyOf(id)) !== undefined

export interface TypedAnswers {
  readonly typed: Typed
  readonly isDirty: boolean
  /** Someone else changed the answers that the typed ones are based on. */
  readonly isBehind: boolean
  readonly set: (code: string, answer: unknown) => void
  /** Puts the typed answers on the newest row, or drops them for it. */
  readonly rebase: (isKept: boolean) => void
  /** After these answers are queued. */
  readonly settle: (answers: Answers) => void
}

/** The answers of a checklist while they are typed: each is kept on this phone at once, so that they outlive a closed or killed app. */
export function useTyped(row: PhoneChecklist, items: readonly ChecklistItem[]): TypedAnswers {
  const key = keyOf(row.id)
  const [typed, setTyped] = useState<Typed>(() => kept<Typed>(key) ?? storedIn(row))
  const now = filled(row.answers)
  const isDirty = isChanged(items, typed.stored, typed.answers)
  const isMoved = isChanged(items, typed.stored, now)
  useEffect(() => {
    if (isMoved && !isDirty) setTyped(storedIn(row))
  }, [isMoved, isDirty, row])
  const take = (next: Typed): void => {
    if (isChanged(items, next.stored, next.answers)) keep(key, next)
    else forget(key)
    setTyped(next)
  }
  return {
    typed,
    isDirty,
    isBehind: isMoved && isDirty,
    set: (code, answer) => take({ ...typed, answers: { ...typed.answers, [code]: answer } }),
    rebase: (isKept) => {
      const newest = storedIn(row)
      take(isKept ? { ...newest, answers: { ...newest.answers, ...typed.answers } } : newest)
    },
    settle: (answers) => {
      forget(key)
      setTyped({ ...typed, answers, stored: filled(answers) })
    },
  }
}
