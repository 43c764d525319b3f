/** Prefix of all keys in local and session storage. */
export const siteKey = 'eam-'

interface Stored {
  readonly dataType: string
  readonly content: unknown
  /** Present when the value lives in session storage. */
  readonly type?: 'session'
  readonly datetime: number
}

// Workers have no storage and some private windows refuse it; preferences are then not kept.
function area(session: boolean): Storage | undefined {
  try {
    return session ? globalThis.sessionStorage : globalThis.localStorage
  } catch {
    return undefined
  }
}

/** Stores a small value under the site prefix; `session` limits it to this tab. */
export function keep(name: string, content: unknown, session = false): void {
  const value: Stored = { dataType: typeof content, content, ...(session ? { type: 'session' as const } : {}), datetime: Date.now() }
  try {
    area(session)?.setItem(siteKey + name, JSON.stringify(value))
  } catch {
    // The storage is full: only a preference is lost.
  }
}

/** The stored value, or undefined. Session storage takes precedence. */
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

/** Removes a value from both storages. */
export function forget(name: string): void {
  for (const session of [true, false]) area(session)?.removeItem(siteKey + name)
}

/** Removes every value under the site prefix. */
export function forgetAll(): void {
  for (const session of [true, false]) {
    const storage = area(session)
    if (!storage) continue
    for (const key of Object.keys(storage)) if (key.startsWith(siteKey)) storage.removeItem(key)
  }
}
