import type pg from 'pg'
import { fairQueue } from '#server/kit/jobs/fair-queue.ts'

/** Imports that a process works on at a time, seconds that reading one file may take, and those that the work on up to 10,000 of its rows may. */
export interface ImportBounds {
  readonly threads: number
  readonly seconds: number
  readonly workSeconds: number
}

/** The imports of one program. */
interface Program {
  readonly threads: number
  /** Marked copies are waited for by people, so they do not stand behind imports that run for minutes. */
  readonly markQueue: ReturnType<typeof fairQueue>
  readonly seconds: number
  readonly workSeconds: number
  /** What is worked on in a thread. */
  readonly busy: Set<AbortController>
}

const standard: ImportBounds = { threads: 4, seconds: 180, workSeconds: 300 }
const markThreads = 2
const programs = new WeakMap<pg.Pool, Program>()

/** Sets how many imports the program of a pool works on at a time, and how long it reads. */
export function boundImports(pool: pg.Pool, { threads, seconds, workSeconds }: ImportBounds): void {
  programs.set(pool, {
    threads,
    markQueue: fairQueue(markThreads),
    seconds,
    workSeconds,
    busy: new Set(),
  })
}

/** The imports of the program that a pool belongs to. */
export function programOf(pool: pg.Pool): Program {
  if (!programs.has(pool)) boundImports(pool, standard)
  return programs.get(pool)!
}
