import type pg from 'pg'
import type { ModuleName } from '#contract/kit/entity/entity.ts'
import type { DemoRows } from '#server/demo/demo-ground.ts'
import { type BlindTask, blindTasks } from './access/blind-tasks.ts'
import { type KeptCounts, keptCounts } from './counts/kept-counts.ts'
import { type CountedEntity, countedEntities } from './counts/log-count.ts'
import { type Tally, tallies } from './counts/tally-facts.ts'
import type { Answer } from './family.ts'
import { type RowCheck, rowChecks } from './import/rows/row-checks.ts'
import { type Job, timedJobs } from './jobs/job.ts'
import { type JobKind, jobEndNotifiers, jobKinds, type TellEnd } from './jobs/job-kind.ts'
import { type DeptPart, deptParts } from './read/dept-parts.ts'
import { type OpenWork, openWork } from './steps/open-work.ts'
import { type DeptHolding, deptHoldings } from './write/dept-holdings.ts'

/**
 * The server manifest of a module. Hooks and step effects register themselves when their files are loaded: `module.ts` must import those
 * files, and a law (test) reports files that it does not reach.
 */
export interface ServerModule {
  readonly name: ModuleName
  readonly answers?: readonly Answer[]
  /** Timed jobs. */
  readonly jobs?: readonly Job[]
  /** Kinds of background jobs that people start. */
  readonly jobKinds?: readonly JobKind[]
  /** Notifies the person when such a job has ended. */
  readonly tellEnd?: TellEnd
  /** The module's rows in the demo hospital. */
  readonly demo?: DemoRows
  /** Earlier history for a demo that people look at; test databases do without it. */
  readonly demoHistory?: DemoRows
  readonly deptParts?: readonly DeptPart[]
  readonly deptHoldings?: readonly DeptHolding[]
  readonly openWork?: readonly OpenWork[]
  readonly blindTasks?: readonly BlindTask[]
  readonly tallies?: readonly Tally[]
  /** Counts that the module's own triggers keep beside its rows. */
  readonly keptCounts?: readonly KeptCounts[]
  /** Logs that are counted by day. */
  readonly countedLogs?: readonly CountedEntity[]
  readonly rowChecks?: readonly RowCheck[]
  /** Releases resources when the program stops. */
  readonly onClose?: (pool: pg.Pool) => Promise<void>
}

/** Registers the contributions of all modules in the kit; called once per process. */
export function registerModules(modules: readonly ServerModule[]): void {
  for (const module of modules) {
    deptParts.push(...(module.deptParts ?? []))
    deptHoldings.push(...(module.deptHoldings ?? []))
    openWork.push(...(module.openWork ?? []))
    blindTasks.push(...(module.blindTasks ?? []))
    tallies.push(...(module.tallies ?? []))
    keptCounts.push(...(module.keptCounts ?? []))
    countedEntities.push(...(module.countedLogs ?? []))
    rowChecks.push(...(module.rowChecks ?? []))
    for (const job of module.jobs ?? []) timedJobs.set(job.name, job)
    for (const kind of module.jobKinds ?? []) jobKinds.set(kind.name, kind)
    if (module.tellEnd) jobEndNotifiers.push(module.tellEnd)
  }
}
