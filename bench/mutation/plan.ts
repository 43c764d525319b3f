import { readFileSync } from 'node:fs'

/** One run of test files as one, with one mutant or none. */
export interface Run {
  readonly tests: readonly string[]
  readonly mutant: number | undefined
  /** Names of the tests to run; all where it is absent. */
  readonly only?: readonly string[]
}

export interface Plan {
  readonly mutants: number
  /** By the name of the file that stands for the run. */
  readonly runs: Readonly<Record<string, Run>>
}

/** What the runs of test files tell, one a line. */
export type Told =
  | {
      readonly is: 'reach'
      readonly test: string
      readonly name: string | undefined
      readonly reached: readonly number[]
      readonly ms: number
    }
  | { readonly is: 'fails'; readonly test: string; readonly words: string }
  | { readonly is: 'noticed'; readonly mutant: number; readonly by: string }
  | { readonly is: 'ran'; readonly mutant: number }

export const planIn = (folder: string): Plan => JSON.parse(readFileSync(`${folder}/plan.json`, 'utf8')) as Plan

export const toldIn = (folder: string): Told[] =>
  readFileSync(`${folder}/told.jsonl`, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Told)
