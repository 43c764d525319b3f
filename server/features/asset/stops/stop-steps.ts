import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { deviceStopping } from '#contract/entities/asset/device/device-rules.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { asSystem } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { afterStep, apply, beforeStep } from '#server/kit/steps/step.ts'
import { givingOut, isIdleByStop, refuseStopped, stopKindsOf } from './open-stops.ts'
import { liftStopOf, settleStops } from './stops.ts'

/** Steps after which a device may be in use or in stock again; they are never refused because of a stop. */
const returning = ['regain', 'acceptRepair', 'cancelRepair', 'takeBack', 'endLoan', 'rejectDisposal', 'find'] as const

// A stopped card that a phone handed over before the stop, or that goes back into stock, takes the step from the state behind its stop.
for (const name of [...givingOut, 'regain'] as const)
  beforeStep(deviceState, name, async ({ context, tx, row }) => {
    if (stopKindsOf(row).length === 0) return
    if (name !== 'regain') await refuseStopped(tx, [row.id], context)
    if (await isIdleByStop(tx, row)) await apply(deviceState, 'resumeUse', asSystem(context, deviceStopping), tx, row)
  })

beforeStep(deviceState, 'unseal', async ({ tx, row }) => {
  if (stopKindsOf(row).length > 0) await refuseStopped(tx, [row.id])
})

// What is lent by a document comes back by it.
beforeStep(deviceState, 'endLoan', async ({ row }) => {
  if (row.borrow_dept_id)
    throw new Refusal('rule', {
      zh: '设备是按借用单借出的，请在借用单上办理归还',
      en: 'The device is lent on a loan document. Record the return there',
    })
})

for (const name of [...givingOut, ...returning])
  afterStep(deviceState, name, ({ context, tx, row }) => settleStops(asSystem(context, deviceStopping), tx, row))

/** A device that is gone has nothing left to stop. */
async function liftAll(context: Context, tx: Transaction, card: Row): Promise<void> {
  for (const kind of stopKindsOf(card)) await liftStopOf(asSystem(context, deviceStopping), tx, card, kind)
}

afterStep(deviceState, 'dispose', ({ context, tx, row }) => liftAll(context, tx, row))

hook(
  device,
  {
    async beforeRemove(context, tx, { rows }) {
      for (const row of rows) await liftAll(context, tx, row)
    },
  },
  30,
)
