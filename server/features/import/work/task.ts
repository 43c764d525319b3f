import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Language, Words } from '#contract/kit/words.ts'
import type { ImportTarget } from '#contract/registry.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import type { Inspected, Room } from '#server/kit/import/archive/archive.ts'
import type { Finding } from '#server/kit/import/findings.ts'
import type { Asked, Layout } from '#server/kit/import/table/layout.ts'
import type { Attempt } from '#server/kit/jobs/job-kind.ts'
import type { SearchMode } from '#server/kit/read/search.ts'
import type { PlainSettings } from '#server/kit/tenant-settings.ts'

/** A person as a thread receives it: what the tenant has set comes as plain rows. */
export interface PlainActor extends Omit<Actor, 'settings' | 'scopeOf'> {
  readonly settings: PlainSettings
}

/** Work on an import as it was begun: the version that the import got then. */
export interface Begun {
  readonly jobId: string
  readonly version: number
  /** The attempt of the queue that works on it. */
  readonly attempt: Attempt
}

/** A file of the archives of an import. `origin`: the archive, from 0; -1: the list, whose `row` shows it. */
export type FoundFile = Inspected & { readonly origin: number; readonly row?: number }

/** The part of the differences that a person takes. */
export interface TakenChanges {
  /** Fields; all where there are none. */
  readonly fields?: readonly string[]
  /** Places in the list of differences: these alone, or all but these. */
  readonly only?: readonly number[]
  readonly except?: readonly number[]
  /** What is said beside every change. */
  readonly told: Parsed
}

/** What a thread is to do with the file of an import. */
export type Task = {
  readonly database: string
  readonly jobId: string
  readonly target: ImportTarget
  readonly actor: PlainActor
  readonly language: Language
  readonly searchMode: SearchMode
  readonly requestId: string
  /** The keys of stored secrets, in base64. */
  readonly secretKeys: readonly string[]
  /** Seconds that the work on up to 10,000 rows may take. */
  readonly workSeconds: number
} & (
  | (Begun & {
      readonly kind: 'verify'
      readonly bytes: Uint8Array
      readonly layout: Layout | null
      readonly asked?: Asked
      readonly createMissing: boolean
      /** What the archives beside the list hold. */
      readonly files?: readonly FoundFile[]
    })
  | (Begun & {
      readonly kind: 'write'
      readonly bytes: Uint8Array
      readonly layout: Layout
      readonly createMissing: boolean
      readonly skipFaulty: boolean
      /** Cards begin as filed ones. */
      readonly asFiled: boolean
      /** What the person takes of the differences; none: rows that are there already stay as they are. */
      readonly updates?: TakenChanges
      /** Pictures and documents that were found go in, too. */
      readonly attach?: boolean
    })
  | (Begun & {
      readonly kind: 'undo'
      /** Another person imported it. */
      readonly isForeign: boolean
      /** How many it wrote; work that an earlier version began does not say it. */
      readonly rows?: number
    })
  | { readonly kind: 'mark'; readonly bytes: Uint8Array; readonly layout: Layout; readonly findings: readonly Finding[] }
  | {
      readonly kind: 'inspect'
      readonly bytes: Uint8Array
      readonly room: Room
      /** It brings the list, too. */
      readonly hasList: boolean
    }
)

/** A task of an import, which ends with it; the others only make something of a file. */
export type ImportTask = Exclude<Task, { kind: 'mark' | 'inspect' }>

/** What a thread says: how far it is in percent, that the file is read and how many rows it has, what an archive holds or why it is refused, the file it made, or that it has ended, well or with an error. */
export type Message =
  | { readonly isRead: true; readonly rows: number }
  | { readonly progress: number }
  | { readonly inspected: readonly Inspected[] }
  | { readonly refused: Words }
  | { readonly file: Uint8Array; readonly format: 'xlsx' | 'csv' }
  | { readonly ended: true | Error }
export type Report = (message: Exclude<Message, { ended: unknown }>) => void
