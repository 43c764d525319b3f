import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context, Tools } from '../context.ts'
import type { Download } from '../files/download.ts'

/** One attempt to run a job: its writes commit only while the job still has this attempt number. */
export interface Attempt {
  readonly tenantId: string
  readonly id: string
  readonly attempt: number
}

/** Progress of a job. `total`: 0 or absent while unknown. */
export interface Progress {
  readonly done: number
  readonly total?: number
  readonly phase: Words
}

/** A running job, as its kind receives it. */
export interface JobRun<I extends object> {
  readonly attempt: Attempt
  readonly input: I
  /** The person who started it, with their current rights and data scopes. */
  readonly context: Context
  readonly startedAt: string
  /** Aborts when the job is cancelled, or handed back because the program stops. */
  readonly signal: AbortSignal
  say(progress: Progress): void
}

/** The result of a finished job. */
export interface Outcome {
  readonly note?: string
  /** A file that its owner can download from the list of jobs. */
  readonly file?: Download
  /** The data scope of the records in the file, from `scopeMark`. */
  readonly reach?: string
}

/** How a job ended without success. `note`: the reason, in the person's language. */
export interface Unfinished {
  readonly how: 'failed' | 'cancelled'
  readonly note: string
  readonly language: 'zh' | 'en'
  readonly userId: string
}

/**
 * A kind of background job. It may start several times: after its process was killed, another process runs it from the beginning. All its
 * writes therefore belong into one transaction that also ends the job (`endAttempt`), or into its result file.
 */
export interface JobKind<I extends object = object> extends Words {
  readonly name: string
  /** Maximum number that run at a time in one tenant, over all processes; no limit if absent. */
  readonly perTenant?: number
  /** Maximum number that one process runs at a time; tenants take turns. */
  places(tools: Pick<Tools, 'pool'>): number
  /** The kind notifies the person itself when it ends. */
  readonly tells?: true
  run(job: JobRun<I>): Promise<Outcome | undefined>
  /** Additional changes when it was refused, failed or was cancelled, in the transaction that ends it. */
  unfinished?(tx: Transaction, input: I, end: Unfinished): Promise<void>
  /** The message for an error of its own; refusals already have one. */
  explain?(error: unknown, input: I): Words | undefined
}

/** Declares a kind, with the type of its input. */
export const jobKind = <I extends object>(facts: JobKind<I>): JobKind<I> => facts

/** The kinds that modules have registered, by name. */
export const jobKinds = new Map<string, JobKind>()

/** Sends the notice about the end of a job in its transaction; registered by the module that sends notices. */
export type TellEnd = (tx: Transaction, end: { userId: string; jobId: string; subject: string; note: string | null }) => void
/** The registered senders of notices about the end of a job. */
export const jobEndNotifiers: TellEnd[] = []
