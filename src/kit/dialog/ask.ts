import { create } from 'zustand'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Row, Saved } from '#src/data/hooks.ts'
import type { Filter } from '#src/kit/list/search/filters.ts'

type Filters = Readonly<Record<string, string>>

interface Asks {
  readonly of: Entity
  readonly key: number
}

/** An open dialog; `done` receives the result, nothing when it was closed. */
export type Asked = Asks &
  (
    | { readonly kind: 'pick'; readonly isMany: boolean; readonly done: (rows: readonly Row[]) => void }
    | { readonly kind: 'search'; readonly offered: readonly Filter[]; readonly start: Filters; readonly done: (filters?: Filters) => void }
    | { readonly kind: 'detail'; readonly id: string }
    | { readonly kind: 'edit'; readonly id: string; readonly done: (saved?: Saved) => void }
  )
type Wanted = Asked extends infer One ? (One extends Asked ? Omit<One, 'key'> : never) : never

/** The open dialogs, the topmost last. */
export const useDialogs = create<{ readonly open: readonly Asked[] }>()(() => ({ open: [] }))

let last = 0

function ask(wanted: Wanted): void {
  last++
  const asked = { ...wanted, key: last } as Asked
  useDialogs.setState(({ open }) => ({ open: [...open, asked] }))
}

/** Removes a dialog. */
export function closeDialog({ key }: Asked): void {
  useDialogs.setState(({ open }) => ({ open: open.filter((one) => one.key !== key) }))
}

/** Opens a dialog to choose rows of an entity; resolves with none when it is closed. */
export const pickRows = (of: Entity): Promise<readonly Row[]> => new Promise((done) => ask({ kind: 'pick', of, isMany: true, done }))

/** Opens a dialog to choose one row; undefined when it is closed. */
export const pickRow = (of: Entity): Promise<Row | undefined> =>
  new Promise((done) => ask({ kind: 'pick', of, isMany: false, done: ([row]) => done(row) }))

/** Opens the search form of a list with the current filters; undefined when it is closed. */
export const askSearch = (of: Entity, offered: readonly Filter[], start: Filters): Promise<Filters | undefined> =>
  new Promise((done) => ask({ kind: 'search', of, offered, start, done }))

/** Shows a row in a dialog. */
export const showRecord = (of: Entity, id: string): void => ask({ kind: 'detail', of, id })

/** Opens the form of a row in a drawer; undefined when nothing was saved. */
export const editRecord = (of: Entity, id: string): Promise<Saved | undefined> => new Promise((done) => ask({ kind: 'edit', of, id, done }))
