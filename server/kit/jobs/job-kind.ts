import type { Words } from '#contract/kit/words.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context, Tools } from '../context.ts'
import type { Download } from '../download.ts'

/** One attempt at a job: what it writes counts only while the job still has this number of attempts. */
export interface Attempt {
  readonly tenantId: string
  readonly id: string
  readonly attempt: number
}

/** How far work is. `total`: 0 or absent while it is not known. */
export interface Progress {
  readonly done: number
  readonly total?: number
  readonly phase: Words
}

/** A job as its kind works on it. */
export interface JobRun<I extends object> {
  readonly attempt: Attempt
  readonly input: I
  /** The person who started it as they are now, with the rights and the scope that they have now. */
  readonly context: Context
  readonly startedAt: string
  /** Aborts when it is cancelled, or handed back because the program stops. */
  readonly signal: AbortSignal
  say(progress: Progress): void
}

/** What work that was done leaves. */
export interface Outcome {
  readonly note?: string
  /** Kept for its owner, who fetches it from the list of jobs. */
  readonly file?: Download
  /** What the person saw of the records in the file, as `scopeMark` says it. */
  readonly reach?: string
}

/** How a job ended without being done. `note`: why, in the person's language. */
export interface Unfinished {
  readonly how: 'failed' | 'cancelled'
  readonly note: string
  readonly language: 'zh' | 'en'
  readonly userId: string
}

/**
 * A kind of work in the background. It may be begun several times: after its process was killed another begins at the start, so everything that it
 * writes belongs into one transaction that also ends the job (`endAttempt`), or into its result file.
 */
export interface JobKind<I extends object = object> extends Words {
  readonly name: string
  /** How many of one tenant run at a time, over all processes; any number when absent. */
  readonly perTenant?: number
  /** How many one process works on at a time; tenants take turns. */
  places(tools: Pick<Tools, 'pool'>): number
  /** It tells its person of the end itself. */
  readonly tells?: true
  run(job: JobRun<I>): Promise<Outcome | undefined>
  /** What else changes when it was refused, failed or was cancelled, in the transaction that ends it. */
  unfinished?(tx: Transaction, input: I, end: Unfinished): Promise<void>
  /** The sentence for an error of its own; a refusal has one already. */
  explain?(error: unknown, input: I): Words | undefined
}

/** The declaration of a kind, with the type of its input. */
export const jobKind = <I extends object>(facts: JobKind<I>): JobKind<I> => facts

/** The kinds that modules have handed in, by name. */
export const jobKinds = new Map<string, JobKind>()

/** Sends the notice of an end in its transaction; handed in by the module that sends notices. */
export type TellEnd = (tx: Transaction, end: { userId: string; jobId: string; subject: string; note: string | null }) => void
export const tellers: TellEnd[] = []
