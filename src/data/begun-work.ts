import { createStore, del, get, set } from 'idb-keyval'
import { person } from './session.ts'

let opened: ReturnType<typeof createStore> | undefined
const store = (): ReturnType<typeof createStore> => {
  opened ??= createStore('eam-begun', 'work')
  return opened
}
const key = (name: string): string => `${name} ${person()?.user_id ?? ''}`

/** What this person has begun under a name and not saved, also after the phone ended the program. A phone that keeps nothing has none. */
export const readBegun = <T>(name: string): Promise<T | undefined> => get<T>(key(name), store()).catch(() => undefined)

/** Keeps it, bytes included; undefined removes it. */
export const keepBegun = (name: string, begun: unknown): Promise<void> =>
  (begun === undefined ? del(key(name), store()) : set(key(name), begun, store())).catch(() => undefined)
