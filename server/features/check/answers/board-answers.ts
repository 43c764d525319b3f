import { inventoryBoard, scanBoard } from '#contract/calls/check/check-board.ts'
import { daysAfter, homeDay } from '#contract/kit/time/day.ts'
import { refuseOtherTenant } from '#server/kit/access/other-tenant.ts'
import { type Context, planOf } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { combineReads } from '#server/kit/read/combine-reads.ts'
import { read } from '#server/kit/refuse.ts'
import { runningChecks } from '../public.ts'
import { closedQuery, countedDays, countingDepts, latestScans, runningIds, scanHours, scanTotals, scanWays } from './board-queries.ts'
import { withAccuracy } from './figures.ts'

/** Days of counting that the board shows. */
const shownDays = 14
const mostChecks = 4
const mostDepts = 10
const mostScans = 8
/** Checks that the filter of a list names at most: it travels in the address. */
const mostValues = 50

const deptsPart = (context: Context) =>
  planOf([countingDepts(context)], (rows) => {
    const depts = rows.map(({ id, name, book, pending }) => ({ id, name: name ?? '', book, counted: book - pending }))
    const sum = (of: 'book' | 'counted'): number => depts.reduce((total, row) => total + row[of], 0)
    const deptsDone = depts.filter(({ book, counted }) => counted === book).length
    return { depts: depts.slice(0, mostDepts), total: { book: sum('book'), counted: sum('counted'), depts: depts.length, deptsDone } }
  })

const linesPart = (context: Context) =>
  planOf([runningIds(context, mostValues + 1)], (rows) =>
    rows.length > 0 && rows.length <= mostValues ? { checkId: rows.map(({ id }) => id).join() } : null,
  )

const closedPart = (context: Context) =>
  planOf([closedQuery(context, mostChecks)], (rows) =>
    rows.map((row) => {
      const { id, checkTitle, closedAt, book, accuracy, deficient, surplus } = withAccuracy(row)
      return { id, checkTitle, closedAt, book, accuracy, deficient, surplus }
    }),
  )

/** Answers of the two boards of checks. What a running check finds is not told: a wall screen hangs where people count. */
export const checkBoardAnswers: readonly Answer[] = [
  answer(inventoryBoard, {
    read(context) {
      read(inventoryBoard.input, context.input)
      refuseOtherTenant(context.actor, context.input)
      const since = daysAfter(homeDay(context.occurredAt), 1 - shownDays)
      const plan = combineReads({
        checks: runningChecks(context, mostChecks),
        filter: linesPart(context),
        counting: deptsPart(context),
        days: planOf([countedDays(context, since)], (rows) => rows),
        closed: closedPart(context),
      })
      return {
        queries: plan.queries,
        async answer(results) {
          const { counting, ...others } = await plan.answer(results)
          return { ...others, ...counting }
        },
      }
    },
  }),
  answer(scanBoard, {
    read(context) {
      read(scanBoard.input, context.input)
      refuseOtherTenant(context.actor, context.input)
      const today = homeDay(context.occurredAt)
      return combineReads({
        checks: runningChecks(context, mostChecks),
        filter: planOf([], () => ({ isWithdrawn: '0', correctedAt_ge: today })),
        today: planOf([scanTotals(context, today)], ([row]) => row!),
        ways: planOf([scanWays(context, today)], (rows) => rows),
        hours: planOf([scanHours(context, today)], (rows) => rows),
        latest: planOf([latestScans(context, today, mostScans)], (rows) => rows),
      })
    },
  }),
]
