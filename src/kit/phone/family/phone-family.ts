import type { ComponentType } from 'react'
import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import { isOpen } from '#contract/kit/entity/may.ts'
import type { Words } from '#contract/kit/words.ts'
import { readRow, readRows } from '#src/data/cache/read-rows.ts'
import { useStored } from '../store/local-data.ts'
import type { PhoneStore } from '../store/phone-store.ts'
import { teamLink } from '../teams.ts'

/** A row of a family as phones keep it; modules read it as `PhoneRow<typeof entity>`. */
export interface FamilyRow extends Readonly<Record<string, unknown>> {
  readonly id: string
  readonly version?: number
}

/** How rows of an entity with a machine are listed, shown and worked on by phones. What is not said here follows from their declaration. */
export interface PhoneFamily {
  readonly of: Entity
  readonly on: Machine
  /** The address of the list below `/m`; a record stands below it by its id. */
  readonly path: string
  /** The date by which a row is due. */
  readonly due: string
  /** The link to the person who has a row: one's own rows are listed apart from those of others. */
  readonly person?: string
  /** Whether a row is a person's to work on, where more than its person and its team decide. */
  readonly isOwn?: (row: FamilyRow, who: { readonly userId: string; readonly teams: ReadonlySet<string> }) => boolean
  /** Fields below the title in a list. */
  readonly lines?: readonly string[]
  /** Fields on the page of a row; all that its head does not show if absent. */
  readonly facts?: readonly string[]
  /** What a list without rows says. */
  readonly none?: Words
  readonly noneHelp?: Words
  /** Adds to rows what other rows of this phone say of them, such as the device's code. */
  readonly complete?: (of: PhoneStore, rows: readonly FamilyRow[]) => Promise<FamilyRow[]>
  /** Whether lists show a row. */
  readonly isShown?: (row: FamilyRow) => boolean
  /** More on the page of a row, below its facts. */
  readonly About?: ComponentType<{ readonly row: FamilyRow }>
  /** The steps of a row, where more than state and rights decides; `PhoneSteps` with what the module adds. */
  readonly Steps?: ComponentType<{ readonly row: FamilyRow }>
  /** More on the list, above its rows. */
  readonly Above?: ComponentType
}

/** What the page of a row is headed by: the first field by which it is called, else its title. */
export const aboutOf = ({ of }: PhoneFamily): string => of.called?.[0] ?? of.title

/** The fields on the page of a row, in their order. */
export const factsOf = (family: PhoneFamily): readonly string[] =>
  family.facts ??
  Object.entries(family.of.fields).flatMap(([name, field]) => {
    const isHead = name === family.of.title || name === family.on.field || name === aboutOf(family)
    return isHead || field.kind === 'json' || (field.kind === 'ids' && field.to === 'file') ? [] : [name]
  })

/** Whether a row is still to be worked on; one that this phone ended waits to be sent. */
export const isOpenRow = ({ of }: PhoneFamily, row: FamilyRow): boolean => isOpen(of.offline?.states, row)

/** The day by which a row is due. */
export const dueOf = ({ due }: PhoneFamily, row: FamilyRow): string | null => (row[due] as string | null | undefined) ?? null

export const dueGroups = ['overdue', 'today', 'later'] as const
export type DueGroup = (typeof dueGroups)[number]

/** The group of a due day; a row without one is due later. */
export const dueGroup = (due: string | null, today: string): DueGroup => (!due || due > today ? 'later' : due < today ? 'overdue' : 'today')

/** The team that a row waits for, while no person has it. */
export function waitingTeam({ of, person }: PhoneFamily, row: FamilyRow): { readonly id: string; readonly name: string } | undefined {
  const field = teamLink(of)?.field
  const id = field === undefined || row[`${person}Id`] ? undefined : row[`${field}Id`]
  return id ? { id: String(id), name: String(row[`${field}Name`] ?? '') } : undefined
}

/** Whether a row is a person's to work on: given to them, to a team of theirs, or to no one. */
export function isOwnRow(family: PhoneFamily, row: FamilyRow, userId: string, teams: ReadonlySet<string>): boolean {
  if (family.isOwn) return family.isOwn(row, { userId, teams })
  const has = family.person === undefined ? undefined : row[`${family.person}Id`]
  const team = waitingTeam(family, row)
  return family.person === undefined || (has ? has === userId : team === undefined || teams.has(team.id))
}

/** Whether a person may take any of the steps that phones queue. */
export const mayWork = ({ on }: PhoneFamily, rights: ReadonlySet<string>): boolean =>
  Object.values(on.steps).some(({ offline, may }) => offline && may !== undefined && rights.has(may))

const asIs = async (_of: PhoneStore, rows: readonly FamilyRow[]): Promise<FamilyRow[]> => [...rows]

/** A link of rows and the row that it leads to. */
export interface About {
  readonly by: string
  readonly id: string
}

/** The rows of a family as the person expects them, the earliest due first; with `about` only those that name this row. For use inside `useStored`. */
export async function familyRows(of: PhoneStore, family: PhoneFamily, about?: About): Promise<FamilyRow[]> {
  const all = (await readRows(of, family.of.name)) as FamilyRow[]
  // The others are left out first: completing them reads the cards of all their devices.
  const wanted = about ? all.filter((row) => row[`${about.by}Id`] === about.id) : all
  const rows = await (family.complete ?? asIs)(of, wanted)
  return rows
    .filter((row) => family.isShown?.(row) ?? true)
    .sort((a, b) => (dueOf(family, a) ?? '9').localeCompare(dueOf(family, b) ?? '9') || a.id.localeCompare(b.id))
}

/** The rows of a family on this phone; undefined while they are read. */
export const useFamilyRows = (family: PhoneFamily, about?: About): FamilyRow[] | undefined =>
  useStored((of) => familyRows(of, family, about), [family, about?.by, about?.id])

/** One row as the person expects it; null: this phone does not hold it; undefined while it is read. */
export const useFamilyRow = (family: PhoneFamily, id: string): FamilyRow | null | undefined =>
  useStored(
    async (of) => {
      const found = (await readRow(of, family.of.name, id))?.row as FamilyRow | undefined
      if (!found) return null
      const [row] = await (family.complete ?? asIs)(of, [found])
      return row ?? found
    },
    [family, id],
  )
