import { v7 } from 'uuid'
import { platformTenant } from '#contract/roles.ts'
import { type Transaction, writeAs } from '#server/db/pool.ts'
import type { Origin } from '#server/features/record/public.ts'
import { keepSecret, takeSecret } from '#server/kit/access/secrets.ts'
import type { Tools } from '#server/kit/context.ts'
import { queueTimed } from '#server/kit/jobs/due.ts'
import { timedJobs } from '#server/kit/jobs/job.ts'
import { tellRunner } from '#server/kit/jobs/start-job.ts'

/** The timed job that sends codes; a request starts it at once. */
export const resetJobName = 'sendResetCodes'
/** What requests for a code are kept as until the job takes them: sealed, for a name typed by mistake may be a password. */
const purpose = 'password.ask'
/** Minutes after which a request is no longer followed. */
const askedMinutes = 10

/** Who asks for a code, as typed. */
export interface ResetAsk {
  readonly tenantId: string | null
  readonly tenantName: string | null
  readonly account: string
  readonly language: 'zh' | 'en'
  readonly from: Origin
}

/** Keeps a request. Nothing is looked up here, so that neither answer nor time tells whether the account exists. */
export async function keepAsk({ pool, secrets }: Pick<Tools, 'pool' | 'secrets'>, ask: ResetAsk): Promise<void> {
  const job = timedJobs.get(resetJobName)
  await writeAs(pool, platformTenant, async (tx) => {
    keepSecret(tx, secrets, { purpose, rowId: v7() }, JSON.stringify(ask), 1)
    if (job) await queueTimed(tx, job, null)
    tx.afterCommit(() => tellRunner(pool))
  })
}

/** Drops requests that were not followed in time, also one that cannot be read. */
export const dropLate = (tx: Transaction): void =>
  tx.later({
    text: 'delete from secret where tenant_id = $1 and purpose = $2 and created_at < now() - make_interval(mins => $3)',
    values: [tx.tenantId, purpose, askedMinutes],
  })

/** Takes the oldest request, so that no second process follows it too; undefined when there is none. */
export async function takeAsk(tx: Transaction, secrets: Tools['secrets']): Promise<ResetAsk | undefined> {
  const { rows } = await tx.run({
    text: 'select row_id from secret where tenant_id = $1 and purpose = $2 order by created_at limit 1 for update skip locked',
    values: [tx.tenantId, purpose],
  })
  const kept = rows[0] && (await takeSecret(tx, secrets, { purpose, rowId: String(rows[0].row_id) }))
  return kept === undefined ? undefined : (JSON.parse(kept) as ResetAsk)
}
