import type { Parsed } from '#contract/kit/parse.ts'
import type { Language } from '#contract/kit/words.ts'
import type { ImportTarget } from '#contract/registry.ts'
import type { Actor } from '#server/kit/actor.ts'
import type { Finding } from '#server/kit/import/findings.ts'
import type { Asked, Layout } from '#server/kit/import/layout.ts'
import type { Attempt } from '#server/kit/jobs/job-kind.ts'
import type { SearchMode } from '#server/kit/search.ts'
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
    })
  | (Begun & {
      readonly kind: 'undo'
      /** Another person imported it. */
      readonly isForeign: boolean
      /** How many it wrote; work that an earlier version began does not say it. */
      readonly rows?: number
    })
  | { readonly kind: 'mark'; readonly bytes: Uint8Array; readonly layout: Layout; readonly findings: readonly Finding[] }
)

/** What a thread says: how far it is in percent, that the file is read and how many rows it has, the file it made, or that it has ended, well or with an error. */
export type Message =
  | { readonly isRead: true; readonly rows: number }
  | { readonly progress: number }
  | { readonly file: Uint8Array; readonly format: 'xlsx' | 'csv' }
  | { readonly ended: true | Error }
export type Report = (message: Exclude<Message, { ended: unknown }>) => void
