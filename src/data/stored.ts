/** Every key of ours in local and session storage starts with this. */
export const siteKey = 'eam-'

interface Stored {
  readonly dataType: string
  readonly content: unknown
  /** Present when the value lives in session storage. */
  readonly type?: 'session'
  readonly datetime: number
}

// Storage is absent in workers and refused in some private windows; preferences are then simply not remembered.
function area(session: boolean): Storage | undefined {
  try {
    return session ? globalThis.sessionStorage : globalThis.localStorage
  } catch {
    return undefined
  }
}

/** Remembers a small value under the site key; `session` keeps it for this tab only. */
export function keep(name: string, content: unknown, session = false): void {
  const value: Stored = { dataType: typeof content, content, ...(session ? { type: 'session' as const } : {}), datetime: Date.now() }
  try {
    area(session)?.setItem(siteKey + name, JSON.stringify(value))
  } catch {
    // A full storage costs the memory of a preference, nothing else.
  }
}

/** The remembered value, or undefined; session storage is asked first. */
export function kept<T>(name: string): T | undefined {
  for (const session of [true, false]) {
    const raw = area(session)?.getItem(siteKey + name)
    if (!raw) continue
    try {
      return (JSON.parse(raw) as Stored).content as T
    } catch {
      area(session)?.removeItem(siteKey + name)
    }
  }
  return undefined
}

/** Forgets one value in both storages. */
export function forget(name: string): void {
  for (const session of [true, false]) area(session)?.removeItem(siteKey + name)
}

/** Forgets every value under the site key. */
export function forgetAll(): void {
  for (const session of [true, false]) {
    const storage = area(session)
    if (!storage) continue
    for (const key of Object.keys(storage)) if (key.startsWith(siteKey)) storage.removeItem(key)
  }
}
