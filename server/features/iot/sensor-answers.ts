import { v7 as uuid } from 'uuid'
import { freeDevices, issueCredential, tryMessage } from '#contract/calls/iot/sensor.ts'
import { device } from '#contract/entities/asset/device/device.ts'
import { sensorConfig } from '#contract/entities/iot/sensor-config.ts'
import { sensorCredential } from '#contract/entities/iot/sensor-credential.ts'
import type { Quantity } from '#contract/entities/iot/sensor-kinds.ts'
import { sensorModel } from '#contract/entities/iot/sensor-model.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { Parameters } from '#server/db/query.ts'
import { hashSecret, newSecret } from '#server/kit/access/client-secrets.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { listPlan } from '#server/kit/read/list.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { credentialText } from './credentials.ts'
import { contentOf } from './message-content.ts'
import { readMessage } from './read-message.ts'
import { seen } from './read-plans.ts'
import { mappingOf, modelSql } from './take-messages.ts'

/** A new credential; only its hash is stored. */
export async function issue(context: Context, tx: Transaction) {
  const { credentialName, sensorId } = read(issueCredential.input, context.input) as { credentialName: string; sensorId?: string | null }
  if (sensorId) await lockRows(sensorConfig, context, tx, [sensorId])
  const [id, secret, who] = [uuid(), newSecret(), context.actor.userId]
  tx.later({
    text: `insert into sensor_credential (tenant_id, id, created_by, updated_by, credential_name, credential_state, sensor_id, secret_hash)
      values ($1, $2, $3, $3, $4, 'active', $5, $6)`,
    values: [tx.tenantId, id, who, credentialName, sensorId ?? null, hashSecret(secret)],
  })
  record(context, tx, { entity: sensorCredential.name, entityId: id, verb: 'add', version: 1 })
  return { id, secret: credentialText(tx.tenantId, id, secret) }
}

/** What a message says by the mapping of a model. */
function tried(context: Context): ReadPlan<AnswerOf<typeof tryMessage>> {
  const { id, message } = read(tryMessage.input, context.input) as { id: string; message: string }
  const into = new Parameters()
  const { where } = seen(sensorModel, context, into)
  return {
    queries: [
      {
        text: `${modelSql} join sensor_model t on t.tenant_id = m.tenant_id and t.id = m.id where ${where} and t.id = ${into.add(id)}`,
        values: into.values,
      },
    ],
    answer([found]) {
      const row = found!.rows[0]
      if (!row) throw new Refusal('not_found', { what: sensorModel })
      const { payload, fault } = contentOf(message)
      const said = fault ? { rejection: fault } : readMessage(payload, mappingOf(row), new Date())
      if ('rejection' in said) return { rejection: said.rejection, at: null, values: [] }
      return {
        rejection: null,
        at: said.ts,
        values: Object.entries(said.values).map(([quantity, value]) => ({ quantity: quantity as Quantity, value })),
      }
    },
  }
}

const free = `not exists (select 1 from sensor_config s where s.tenant_id = t.tenant_id and s.device_id = t.id and not s.is_deleted)
  and t.eam_status not in ('disposed', 'missing')`

export const sensorAnswers: readonly Answer[] = [
  answer(freeDevices, {
    read(context) {
      read(freeDevices.input, context.input)
      return listPlan(context.actor.settings.view(device), context, [free])
    },
  }),
  answer(tryMessage, { read: tried }),
  answer(issueCredential, { write: issue }),
]
