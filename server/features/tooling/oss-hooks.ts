import { ossCurrent, ossEnable, ossSecret } from '#contract/calls/tooling/oss.ts'
import { oss } from '#contract/entities/tooling/oss.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { refuseElsewhere } from '#server/features/settings/public.ts'
import { formSecret } from '#server/kit/access/form-secret.ts'
import { keepSecret } from '#server/kit/access/secrets.ts'
import type { Context, ReadPlan } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { ossPurpose } from '#server/kit/files/stores.ts'
import { hook } from '#server/kit/hooks.ts'
import { startJob } from '#server/kit/jobs/start-job.ts'
import { refuseAddress } from '#server/kit/outbound/outbound.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows, refuseStale, rowBefore } from '#server/kit/write/lock.ts'
import { ossMoveKind } from './oss-move.ts'
import { probe } from './oss-probe.ts'

const refuse = (zh: string, en: string, field?: string): Refusal => new Refusal('rule', { zh, en }, field ? [{ field }] : undefined)

/** What says where a store is; fixed while contents may be there. */
const place = { category: 'category', endpoint: 'endpoint', bucketName: 'bucket_name' } as const
/** What a bucket is asked with. */
const needed = ['endpoint', 'bucketName', 'region', 'accessKey'] as const
const columnOf = { endpoint: 'endpoint', bucketName: 'bucket_name', region: 'region', accessKey: 'access_key' } as const

hook(oss, {
  ...formSecret(oss, ossPurpose, ossSecret, ({ tools, occurredAt }, tx, id) => {
    tx.later({ text: 'update oss set secret_set_at = $3 where tenant_id = $1 and id = $2', values: [tx.tenantId, id, occurredAt] })
    tx.afterCommit(() => tools.stores?.refresh())
  }),
  async beforeAdd(context, _tx, { draft }) {
    refuseElsewhere(context)
    if (draft.endpoint) refuseAddress(String(draft.endpoint), context.tools.reachable)
    return undefined
  },
  async beforeChange(context, _tx, { row, draft }) {
    refuseElsewhere(context)
    if (draft.endpoint) refuseAddress(String(draft.endpoint), context.tools.reachable)
    const isUsed = row.is_active === 1 || row.holds_files === 1
    const moved = Object.entries(place).find(([name, column]) => name in draft && draft[name] !== row[column])
    if (isUsed && moved)
      throw refuse(
        '该存储中有文件，不能修改位置，请另建一条并启用',
        'This store contains files, so its location cannot be changed. Add another store and activate it',
        moved[0],
      )
    if (isUsed && row.category === 's3') {
      const gone = needed.find((name) => name in draft && !draft[name])
      if (gone) throw refuse(`请填写“${oss.fields[gone].zh}”`, `Fill in “${oss.fields[gone].en}”`, gone)
    }
    return undefined
  },
  async beforeRemove(context, tx, { rows }) {
    refuseElsewhere(context)
    if (rows.some((row) => row.is_active === 1 || row.holds_files === 1))
      throw refuse('该存储正在使用或仍有文件，不能删除', 'This store is in use or still contains files, so it cannot be deleted')
    tx.later({
      text: 'delete from secret where tenant_id = $1 and purpose = $2 and row_id = any($3)',
      values: [tx.tenantId, ossPurpose, rows.map(({ id }) => id)],
    })
  },
})

/** Refuses a store that cannot be used as it stands. */
function refuseUnfit(row: Row): void {
  if (row.category === 'local') return
  const field = needed.find((name) => !row[columnOf[name]])
  if (field) throw refuse(`启用前请填写“${oss.fields[field].zh}”`, `Fill in “${oss.fields[field].en}” before you activate it`, field)
  if (!row.secret_set_at) throw refuse('启用前请设置密钥', 'Set the secret key before you activate it', 'secretKey')
}

/** The stores that rows choose. Refuses a program whose settings choose. */
function chosenStores({ tools: { stores } }: Context): NonNullable<Context['tools']['stores']> {
  if (stores) return stores
  throw refuse(
    '文件存储由 S3_* 设置决定，不能在此切换',
    'The server’s S3_* settings decide where files are stored, so you cannot switch here',
  )
}

/** Tries a store that is to be used. Answers the version of the row that describes it. */
async function tryStore(context: Context): Promise<number | undefined> {
  refuseElsewhere(context)
  read(ossEnable.input, context.input)
  chosenStores(context)
  const row = await rowBefore(oss, context, idOf(context))
  if (!row) return undefined
  refuseUnfit(row)
  await probe(context.tools, row)
  return Number(row.version)
}

async function enable(context: Context, tx: Transaction) {
  refuseElsewhere(context)
  const stores = chosenStores(context)
  const [row] = await lockRows(oss, context, tx, [idOf(context)])
  await refuseStale(oss, context, tx, row!, context.asked ?? 0)
  const [id, version] = [String(row!.id), Number(row!.version) + 1]
  tx.later({
    text: 'update oss set is_active = 0, version = version + 1, updated_at = now() where tenant_id = $1 and is_active = 1 and id <> $2',
    values: [tx.tenantId, id],
  })
  tx.later({
    text: 'update oss set is_active = 1, holds_files = 1, version = $3, updated_by = $4, updated_at = now() where tenant_id = $1 and id = $2',
    values: [tx.tenantId, id, version, context.actor.userId],
  })
  record(context, tx, { entity: oss.name, entityId: id, verb: 'enable', version })
  tx.afterCommit(() => stores.refresh())
  const jobId = startJob(context, tx, ossMoveKind, {
    subject: String(row!.oss_code),
    input: { to: id },
    rights: [ossEnable.may],
    call: ossEnable.name,
  })
  return { id, version, jobId }
}

async function setSecret(context: Context, tx: Transaction) {
  refuseElsewhere(context)
  const { secretKey } = read(ossSecret.input, context.input) as { secretKey: string }
  const [row] = await lockRows(oss, context, tx, [idOf(context)])
  const [id, version] = [String(row!.id), Number(row!.version) + 1]
  keepSecret(tx, context.tools.secrets, { purpose: ossPurpose, rowId: id }, secretKey)
  tx.later({
    text: 'update oss set secret_set_at = $3, version = $4, updated_by = $5, updated_at = now() where tenant_id = $1 and id = $2',
    values: [tx.tenantId, id, context.occurredAt, version, context.actor.userId],
  })
  record(context, tx, { entity: oss.name, entityId: id, verb: 'secret', version })
  tx.afterCommit(() => context.tools.stores?.refresh())
  return { id, version }
}

function current(context: Context): ReadPlan<{
  by: 'settings' | 'row'
  ossCode: string | null
  endpoint: string | null
  bucketName: string | null
}> {
  refuseElsewhere(context)
  const text = 'select oss_code, endpoint, bucket_name from oss where tenant_id = $1 and is_active = 1 and not is_deleted'
  const { bucket } = context.tools
  return {
    queries: [{ text, values: [context.actor.tenantId] }],
    answer: ([found]) => {
      if (bucket) return { by: 'settings', ossCode: null, endpoint: bucket.endpoint, bucketName: bucket.bucket }
      const row = found!.rows[0] as Record<string, string | null> | undefined
      return { by: 'row', ossCode: row?.oss_code ?? null, endpoint: row?.endpoint ?? null, bucketName: row?.bucket_name ?? null }
    },
  }
}

export const ossAnswers: readonly Answer[] = [
  answer(ossCurrent, { read: current }),
  answer(ossEnable, { before: tryStore, write: enable }),
  answer(ossSecret, { write: setSecret }),
]
