import { v7 as uuid } from 'uuid'
import { device } from '#contract/entities/asset/device/device.ts'
import { deviceState } from '#contract/entities/asset/device/device-machines.ts'
import { deviceStates } from '#contract/entities/asset/device/device-states.ts'
import { sensorBinds, sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import { sensorRelease } from '#contract/entities/iot/sensor-rules.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters, type Row } from '#server/db/query.ts'
import { scopeSql } from '#server/kit/access/access.ts'
import { asSystem, lockByRule } from '#server/kit/access/as-system.ts'
import type { Context } from '#server/kit/context.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { afterStep, apply, type StepGiven, step } from '#server/kit/steps/step.ts'
import { insertAll } from '#server/kit/write/insert-of.ts'

const rule = (zh: string, en: string) => new Refusal('rule', { zh, en })

/** The device of a binding, kept from being disposed of until the commit. Throws for one that the person does not see, or that is disposed of or missing. */
async function deviceToBind({ context, tx, input }: StepGiven): Promise<Row> {
  const into = new Parameters()
  const where = `t.tenant_id = ${into.add(tx.tenantId)} and t.id = ${into.add(input.deviceId)} and not t.is_deleted`
  const scope = scopeSql(device, context.actor, 't', into)
  const { rows } = await tx.run({
    text: `select t.id, t.device_name, t.eam_status from device t where ${where}${scope ? ` and ${scope}` : ''} for share of t`,
    values: into.values,
  })
  const [found] = rows
  if (!found) throw refusalOf([{ field: 'deviceId', label: sensorBinds.steps.binding.input.device, rule: 'absent' }])
  if (found.eam_status === 'disposed')
    throw rule(
      `设备“${found.device_name}”${deviceStates.disposed.zh}，不能绑定传感器`,
      `“${found.device_name}” is disposed of and takes no sensor`,
    )
  if (found.eam_status === 'missing')
    throw rule(
      `设备“${found.device_name}”已${deviceStates.missing.zh}，不能绑定传感器；请先在盘点中找回`,
      `“${found.device_name}” is missing and takes no sensor. Record it as found first`,
    )
  return found
}

/** A device has one power sensor: two would count its energy twice. */
async function refuseSecondMeter(tx: Transaction, deviceId: unknown): Promise<void> {
  const { rows } = await tx.run({
    text: `select sensor_code from sensor_binding where tenant_id = $1 and device_id = $2 and sensor_kind = 'power' and ended_at is null`,
    values: [tx.tenantId, deviceId],
  })
  if (rows[0])
    throw rule(
      `设备已绑定用电传感器“${rows[0].sensor_code}”，请先解除绑定`,
      `The device already has the power sensor “${rows[0].sensor_code}”. Unbind it first`,
    )
}

/** Two bindings at once pass the check above; the index lets one through. */
const isTaken = (error: unknown): boolean => (error as { constraint?: unknown }).constraint === 'sensor_binding_power_once'

step(sensorBinds, 'binding', async (given) => {
  const { context, tx, row, input, changes } = given
  const found = await deviceToBind(given)
  if (row.sensor_kind === 'power') await refuseSecondMeter(tx, found.id)
  input.deviceName = found.device_name
  changes.deviceId = { from: null, to: found.id, toName: String(found.device_name) }
  const binding = {
    ...{ id: uuid(), created_by: context.actor.userId, updated_by: context.actor.userId, bound_at: context.occurredAt },
    ...{ sensor_id: row.id, sensor_code: row.sensor_code, sensor_kind: row.sensor_kind, device_id: found.id },
  }
  try {
    await tx.run(
      insertAll('sensor_binding', tx.tenantId, [
        { version: 1, created_at: context.occurredAt, updated_at: context.occurredAt, ...binding },
      ]),
    )
  } catch (error) {
    if (isTaken(error)) throw rule('设备已绑定用电传感器', 'The device already has a power sensor')
    throw error
  }
  return { device_id: found.id }
})

/** Ends the open binding of a sensor. */
const end =
  (reason: 'byHand' | 'disposed') =>
  async ({ context, tx, row, changes }: StepGiven) => {
    changes.deviceId = { from: row.device_id, to: null }
    tx.later({
      text: `update sensor_binding set ended_at = greatest($3::timestamptz, bound_at), end_reason = $4, version = version + 1, updated_by = $5, updated_at = now()
        where tenant_id = $1 and sensor_id = $2 and ended_at is null`,
      values: [tx.tenantId, row.id, context.occurredAt, reason, context.actor.userId],
    })
    return { device_id: null }
  }

step(sensorBinds, 'unbinding', end('byHand'))
step(sensorBinds, 'release', end('disposed'))

/** Unbinds the sensors of a device that is disposed of. */
async function releaseAll(context: Context, tx: Transaction, deviceId: unknown): Promise<void> {
  const { rows } = await tx.run({
    text: 'select id from sensor_config where tenant_id = $1 and device_id = $2 order by id',
    values: [tx.tenantId, deviceId],
  })
  const by = asSystem(context, sensorRelease)
  const sensors = await lockByRule(
    sensorConfig,
    by,
    tx,
    rows.map((row) => row.id),
  )
  for (const sensor of sensors) if (sensor.device_id === deviceId) await apply(sensorBinds, 'release', by, tx, sensor, {})
}

afterStep(deviceState, 'dispose', ({ context, tx, row }) => releaseAll(context, tx, row.id))
