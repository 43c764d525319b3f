import { weekReporting } from '#contract/entities/insight/report-rules.ts'
import { daysAfter, homeDay, mondayOf } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import { demoActs } from '#server/kit/demo-acts.ts'
import { reportWeek } from './week-report.ts'

/** The manager of the demo hospital has told its departments their last week. */
export async function demoReports(tx: Transaction, ground: DemoGround): Promise<void> {
  const acts = demoActs(tx, ground)
  const context = await acts.as('manager')
  await reportWeek(asSystem(context, weekReporting), tx, daysAfter(mondayOf(homeDay(context.occurredAt)), -7))
  await acts.settle()
}
