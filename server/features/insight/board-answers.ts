import { deptBoard, deviceBoard } from '#contract/calls/insight/board.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { repairOrder } from '#contract/entities/service/repair-order.ts'
import { openRepairStates } from '#contract/entities/service/repair-states.ts'
import { daysAfter, homeDay, monthAfter } from '#contract/kit/time/day.ts'
import { deviceCards } from '#contract/measures/device-cards.ts'
import { repairs } from '#contract/measures/repairs.ts'
import { runningChecks } from '#server/features/check/public.ts'
import { refuseOtherTenant } from '#server/kit/access/other-tenant.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { combineReads } from '#server/kit/read/combine-reads.ts'
import { read } from '#server/kit/refuse.ts'
import { listedPart, measuredPart } from './board-parts.ts'

/** Days that the boards look ahead at warranties and back at the work of departments. */
const nearDays = 90
/** Months that are compared. */
const mostMonths = 12
const open = openRepairStates.join()

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** The open repairs that wait longest, without the fault and without names of people: a wall screen is public. */
const oldestPart = (context: Context, size: number) =>
  listedPart(repairOrder, context, {
    wanted: { repairStatus: open },
    columns: ['device', 'useDept', 'urgency', 'repairStatus', 'reportedAt'],
    needs: ['urgency', 'repairStatus'],
    ascs: 'reportedAt',
    size,
    row: (row) => ({
      id: String(row.id),
      deviceName: text(row.deviceName),
      useDeptName: text(row.useDeptName),
      urgency: String(row.urgency),
      repairStatus: String(row.repairStatus),
      reportedAt: text(row.reportedAt),
    }),
  })

const monthsPart = (context: Context, today: string) =>
  measuredPart(repairs, context, {
    group: 'month',
    figures: ['count', 'response'],
    wanted: { reportedAt_ge: monthAfter(today, 1 - mostMonths), reportedAt_le: today },
  })

const warrantiesPart = (context: Context, today: string) =>
  listedPart(device, context, {
    wanted: {
      warrantyEnd_ge: today,
      warrantyEnd_le: daysAfter(today, nearDays),
    },
    columns: ['deviceName', 'deviceCode', 'useDept', 'warrantyEnd'],
    needs: [],
    ascs: 'warrantyEnd',
    size: 6,
    row: (row) => ({
      id: String(row.id),
      deviceName: String(row.deviceName ?? ''),
      deviceCode: text(row.deviceCode),
      useDeptName: text(row.useDeptName),
      warrantyEnd: String(row.warrantyEnd),
    }),
  })

/** Answers of the two wall boards, from measures and lists within the person's data scope. A part that the tenant hides is null. */
export const boardAnswers: readonly Answer[] = [
  answer(deviceBoard, {
    read(context) {
      read(deviceBoard.input, context.input)
      refuseOtherTenant(context.actor, context.input)
      const today = homeDay(context.occurredAt)
      return combineReads({
        states: measuredPart(deviceCards, context, { group: 'eamStatus', figures: ['count', 'amount', 'intact'] }),
        depts: measuredPart(deviceCards, context, { group: 'useDept', figures: ['count'] }),
        months: monthsPart(context, today),
        open: measuredPart(repairs, context, { group: 'urgency', figures: ['count', 'stopped'], wanted: { repairStatus: open } }),
        oldest: oldestPart(context, 6),
        checks: runningChecks(context, 4),
        warranties: warrantiesPart(context, today),
      })
    },
  }),
  answer(deptBoard, {
    read(context) {
      read(deptBoard.input, context.input)
      refuseOtherTenant(context.actor, context.input)
      const today = homeDay(context.occurredAt)
      return combineReads({
        depts: measuredPart(deviceCards, context, { group: 'useDept', figures: ['count', 'amount', 'intact'] }),
        repairs: measuredPart(repairs, context, {
          group: 'useDept',
          figures: ['count', 'response', 'cost'],
          wanted: { reportedAt_ge: daysAfter(today, -nearDays), reportedAt_le: today },
        }),
        open: measuredPart(repairs, context, { group: 'useDept', figures: ['count'], wanted: { repairStatus: open } }),
        months: monthsPart(context, today),
        oldest: oldestPart(context, 5),
        checks: runningChecks(context, 4),
      })
    },
  }),
]
