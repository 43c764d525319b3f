import type pg from 'pg'
import type { Area } from '#contract/kit/entity.ts'
import type { DemoRows } from '#server/db/demo-ground.ts'
import { type BlindTask, blindTasks } from './blind-tasks.ts'
import { type DeptHolding, deptHoldings } from './dept-holdings.ts'
import { type DeptPart, deptParts } from './dept-parts.ts'
import type { Answer } from './family.ts'
import { type RowCheck, rowChecks } from './import/row-checks.ts'
import { type Job, timedJobs } from './job.ts'
import { type JobKind, jobKinds, type TellEnd, tellers } from './jobs/job-kind.ts'
import { type KeptCounts, keptCounts } from './kept-counts.ts'
import { type CountedEntity, countedEntities } from './log-count.ts'
import { type OpenWork, openWork } from './open-work.ts'
import { type Tally, tallies } from './tally-facts.ts'

/**
 * What a module brings to the server. Its hooks and the effects of its steps register themselves when their files are loaded: `area.ts` imports those
 * files, and a law finds one that it does not reach.
 */
export interface ServerArea {
  readonly name: Area
  readonly answers?: readonly Answer[]
  /** Timed jobs. */
  readonly jobs?: readonly Job[]
  /** Kinds of work in the background that people start. */
  readonly jobKinds?: readonly JobKind[]
  /** Tells a person that such work has ended. */
  readonly tellEnd?: TellEnd
  /** Its part of the demo hospital. */
  readonly demo?: DemoRows
  /** What happened there before, for a demo that people look at; databases of tests go without. */
  readonly demoHistory?: DemoRows
  readonly deptParts?: readonly DeptPart[]
  readonly deptHoldings?: readonly DeptHolding[]
  readonly openWork?: readonly OpenWork[]
  readonly blindTasks?: readonly BlindTask[]
  readonly tallies?: readonly Tally[]
  /** Counts that its own tables keep beside its rows. */
  readonly keptCounts?: readonly KeptCounts[]
  /** Logs that are counted by day. */
  readonly countedLogs?: readonly CountedEntity[]
  readonly rowChecks?: readonly RowCheck[]
  /** Ends what it still works on when the program stops. */
  readonly onClose?: (pool: pg.Pool) => Promise<void>
}

/** Hands to the kit what modules bring for it; once per process. */
export function handIn(areas: readonly ServerArea[]): void {
  for (const area of areas) {
    deptParts.push(...(area.deptParts ?? []))
    deptHoldings.push(...(area.deptHoldings ?? []))
    openWork.push(...(area.openWork ?? []))
    blindTasks.push(...(area.blindTasks ?? []))
    tallies.push(...(area.tallies ?? []))
    keptCounts.push(...(area.keptCounts ?? []))
    countedEntities.push(...(area.countedLogs ?? []))
    rowChecks.push(...(area.rowChecks ?? []))
    for (const job of area.jobs ?? []) timedJobs.set(job.name, job)
    for (const kind of area.jobKinds ?? []) jobKinds.set(kind.name, kind)
    if (area.tellEnd) tellers.push(area.tellEnd)
  }
}
