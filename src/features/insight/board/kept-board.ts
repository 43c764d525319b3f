import type { Language } from '#contract/kit/words.ts'
import { person } from '#src/data/session.ts'
import { keep, kept } from '#src/data/stored.ts'

const key = 'boards'

interface Kept {
  readonly of: string
  readonly boards: Readonly<Record<string, { readonly at: number; readonly data: unknown }>>
}

/** Owner of the stored figures: they are shown only to the same person, in the same hospital and language. */
const owner = (language: Language): string => [person()?.tenantId, person()?.user_id, language, import.meta.env.VITE_VERSION].join(' ')

/** The last figures of a board shown on this device, and when they were answered (milliseconds). */
export function keptBoard<T>(name: string, language: Language): { readonly at: number; readonly data: T } | undefined {
  const known = kept<Kept>(key)
  return known?.of === owner(language) ? (known.boards[name] as { at: number; data: T } | undefined) : undefined
}

/** Forgets stored figures whose name begins with `prefix`, but those named. */
export function forgetOthers(prefix: string, names: ReadonlySet<string>): void {
  const known = kept<Kept>(key)
  if (!known) return
  const boards = Object.fromEntries(Object.entries(known.boards).filter(([name]) => !name.startsWith(prefix) || names.has(name)))
  if (Object.keys(boards).length < Object.keys(known.boards).length) keep(key, { of: known.of, boards } satisfies Kept)
}

/** Keeps the figures of a board for a start while the server does not answer. */
export function keepBoard(name: string, language: Language, at: number, data: unknown): void {
  const of = owner(language)
  const known = kept<Kept>(key)
  keep(key, { of, boards: { ...(known?.of === of ? known.boards : {}), [name]: { at, data } } } satisfies Kept)
}
