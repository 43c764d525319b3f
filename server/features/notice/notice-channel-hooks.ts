import { channelEnable, channelSecret } from '#contract/calls/notice/notice-channel.ts'
import { noticeChannel } from '#contract/entities/notice/notice-channel.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { refuseOpenAddress } from '#server/features/identity/public.ts'
import { keepSecret } from '#server/kit/access/secrets.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { hook } from '#server/kit/hooks.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows } from '#server/kit/write/lock.ts'

/** What the secrets of robots are kept as. */
export const channelPurpose = 'notice.channel'

const refuse = (zh: string, en: string, field: string): Refusal => new Refusal('rule', { zh, en }, [{ field }])

const forget = (tx: Transaction, ids: readonly unknown[]): void =>
  tx.later({
    text: 'delete from secret where tenant_id = $1 and purpose = $2 and row_id = any($3)',
    values: [tx.tenantId, channelPurpose, ids],
  })

/** Ends what still waits to leave through channels. */
const endWaiting = (tx: Transaction, ids: readonly unknown[]): void =>
  tx.later({
    text: `update notice_delivery set outcome = 'failed', cause = 'stopped', version = version + 1, updated_at = now()
      where tenant_id = $1 and channel_id = any($2::uuid[]) and outcome = 'waiting'`,
    values: [tx.tenantId, ids],
  })

hook(noticeChannel, {
  async beforeAdd({ tools }, _tx, { draft }) {
    if (draft.robotAddress) refuseOpenAddress(String(draft.robotAddress), tools.reachable, 'apiAddress')
    return { is_stopped: 1 }
  },
  // What says where messages go is decided again when the channel is activated; a secret is not shown to another server.
  async beforeChange({ tools }, tx, { row, draft }) {
    if (draft.robotAddress) refuseOpenAddress(String(draft.robotAddress), tools.reachable, 'apiAddress')
    const columns = { kind: 'kind', providerId: 'provider_id', robotAddress: 'robot_address' } as const
    if (!Object.entries(columns).some(([name, column]) => name in draft && (draft[name] ?? null) !== (row[column] ?? null)))
      return undefined
    forget(tx, [row.id])
    endWaiting(tx, [row.id])
    return { is_stopped: 1, secret_set_at: null }
  },
  async beforeRemove(_context, tx, { rows }) {
    const ids = rows.map(({ id }) => id)
    forget(tx, ids)
    endWaiting(tx, ids)
  },
})

/** Refuses a channel through which nothing could leave. */
async function refuseUnfit(tx: Transaction, row: Row): Promise<void> {
  if (row.kind === 'robot') {
    if (!row.secret_set_at) throw refuse('启用前请设置机器人密钥', 'Set the robot secrets before you activate it', 'secretKey')
    return
  }
  const { rows } = await tx.run({
    text: `select kind, agent_id, is_stopped from identity_provider where tenant_id = $1 and id = $2 and not is_deleted`,
    values: [tx.tenantId, row.provider_id],
  })
  const [provider] = rows
  if (!provider || !['wecom', 'dingtalk'].includes(String(provider.kind)))
    throw refuse('请选择企业微信或钉钉的身份源', 'Choose a WeCom or DingTalk identity provider', 'provider')
  if (provider.is_stopped === 1) throw refuse('请先启用该身份源', 'Activate that identity provider first', 'provider')
  if (!provider.agent_id) throw refuse('请先在身份源中填写应用编号', 'Enter the identity provider’s app number first', 'provider')
}

async function changed(context: Context, tx: Transaction, row: Row, verb: string, columns: string, value: unknown) {
  const [id, version] = [String(row.id), Number(row.version) + 1]
  tx.later({
    text: `update notice_channel set ${columns}, version = $4, updated_by = $5, updated_at = now() where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, value, version, context.actor.userId],
  })
  record(context, tx, { entity: noticeChannel.name, entityId: id, verb, version })
  return { id, version }
}

async function enable(context: Context, tx: Transaction) {
  const { isStopped } = read(channelEnable.input, { ...context.input, id: idOf(context) }) as { isStopped?: number | null }
  const [row] = await lockRows(noticeChannel, context, tx, [idOf(context)])
  if (isStopped === 1) endWaiting(tx, [row!.id])
  else await refuseUnfit(tx, row!)
  // Notices from before are not sent after the event.
  const columns = isStopped === 1 ? 'is_stopped = $3' : 'is_stopped = $3, opened_at = now()'
  return changed(context, tx, row!, isStopped === 1 ? 'stop' : 'enable', columns, isStopped === 1 ? 1 : 0)
}

async function setSecret(context: Context, tx: Transaction) {
  const { robotToken, secretKey } = read(channelSecret.input, context.input) as { robotToken: string; secretKey: string }
  const [row] = await lockRows(noticeChannel, context, tx, [idOf(context)])
  if (row!.kind !== 'robot') throw refuse('应用消息使用身份源的密钥', 'App messages use the identity provider’s secret', 'secretKey')
  keepSecret(tx, context.tools.secrets, { purpose: channelPurpose, rowId: String(row!.id) }, JSON.stringify({ robotToken, secretKey }))
  return changed(context, tx, row!, 'secret', 'secret_set_at = $3', context.occurredAt)
}

export const channelAnswers: readonly Answer[] = [answer(channelEnable, { write: enable }), answer(channelSecret, { write: setSecret })]
