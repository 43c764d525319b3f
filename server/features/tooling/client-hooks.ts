import { clientSecret } from '#contract/calls/tooling/client.ts'
import { client, ownClient } from '#contract/entities/tooling/client.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import { inTenant } from '#server/db/in-tenant.ts'
import type { Transaction } from '#server/db/pool.ts'
import { refuseElsewhere } from '#server/features/settings/public.ts'
import { hashSecret, newSecret } from '#server/kit/access/client-secrets.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { hook } from '#server/kit/hooks.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows } from '#server/kit/write/lock.ts'

const shortest = 12
const longest = 200

/** The secret that a draft brings; front ends of the given calls send it with the other fields. */
function secretIn(input: Raw): string | undefined {
  const { clientSecret: typed } = input
  if (typed === undefined || typed === null || typed === '') return undefined
  if (typeof typed !== 'string' || typed.length < shortest || typed.length > longest)
    throw new Refusal(
      'rule',
      { zh: `客户端密钥须为 ${shortest} 到 ${longest} 个字符`, en: `A client secret must have ${shortest} to ${longest} characters` },
      [{ field: 'clientSecret' }],
    )
  return typed
}

const ownStays = new Refusal('rule', {
  zh: '本系统页面使用的客户端不能停用、改名、删除，也不能少于密码登录、验证码、刷新和切换',
  en: 'The client used by this system’s pages cannot be deactivated, renamed or deleted, and must keep all its grant types',
})

hook(client, {
  given(input) {
    const { clientSecret: _, ...rest } = input
    const { authorizedGrantTypes: types } = rest
    if (typeof types !== 'string') return rest
    return { ...rest, authorizedGrantTypes: types.split(',').flatMap((one) => (one.trim() === '' ? [] : [one.trim()])) }
  },
  async beforeAdd(context) {
    refuseElsewhere(context)
    return { secret_hash: hashSecret(secretIn(context.input) ?? newSecret()), secret_set_at: context.occurredAt }
  },
  async beforeChange(context, tx, { row, draft }) {
    refuseElsewhere(context)
    const secret = secretIn(context.input)
    if (row.client_id === ownClient) {
      const types = draft.authorizedGrantTypes as string[] | null | undefined
      const isWhole = types === undefined || Object.keys(client.fields.authorizedGrantTypes.of).every((one) => types?.includes(one))
      if (draft.isStopped === 1 || !isWhole || secret || ('clientId' in draft && draft.clientId !== ownClient)) throw ownStays
    }
    if (draft.isStopped === 1) await endSessionsOf(tx, [row.client_id])
    return secret ? { secret_hash: hashSecret(secret), secret_set_at: context.occurredAt } : undefined
  },
  async beforeRemove(context, tx, { rows }) {
    refuseElsewhere(context)
    if (rows.some((row) => row.client_id === ownClient)) throw ownStays
    await endSessionsOf(
      tx,
      rows.map((row) => row.client_id),
    )
  },
})

/** Ends what people opened with a client, in every hospital. */
async function endSessionsOf(tx: Transaction, clientIds: readonly unknown[]): Promise<void> {
  const { rows } = await tx.run({ text: 'select id from tenant order by id', values: [] })
  for (const { id } of rows)
    await inTenant(tx, String(id), (inside) =>
      inside.later({
        text: 'update session set revoked_at = now() where tenant_id = $1 and oauth_client = any($2::text[]) and revoked_at is null',
        values: [id, clientIds],
      }),
    )
}

async function resetSecret(context: Context, tx: Transaction) {
  refuseElsewhere(context)
  const { clientId } = read(clientSecret.input, context.input) as { clientId: string }
  const [row] = await lockRows(client, context, tx, [clientId])
  if (row!.client_id === ownClient) throw ownStays
  const [secret, version] = [newSecret(), Number(row!.version) + 1]
  tx.later({
    text: `update oauth_client set secret_hash = $3, secret_set_at = $4, version = $5, updated_by = $6, updated_at = now() where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, row!.id, hashSecret(secret), context.occurredAt, version, context.actor.userId],
  })
  record(context, tx, { entity: client.name, entityId: String(row!.id), verb: 'secret', version })
  return { id: String(row!.id), clientId: String(row!.client_id), secret }
}

export const clientAnswers: readonly Answer[] = [answer(clientSecret, { write: resetSecret })]
