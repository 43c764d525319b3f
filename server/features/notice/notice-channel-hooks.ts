import { channelEnable, channelMailSecret, channelSecret, channelTest } from '#contract/calls/notice/notice-channel.ts'
import { noticeChannel } from '#contract/entities/notice/notice-channel.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import { readAs, type Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { refuseLesser, refuseOpenAddress } from '#server/features/identity/public.ts'
import { keepSecret } from '#server/kit/access/secrets.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { hook } from '#server/kit/hooks.ts'
import { refusalOfMail, refuseDeadMail, refuseMailHost, sendMail } from '#server/kit/outbound/mail.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows, refuseStale, rowBefore } from '#server/kit/write/lock.ts'
import { takeNamedLock } from '#server/kit/write/named-lock.ts'
import { channelPurpose, mailServerOf } from './mail-server.ts'
import { testLetter } from './mail-words.ts'

/** What says where messages go, and with it who gets to know the secret. */
const shownTo = {
  kind: 'kind',
  providerId: 'provider_id',
  robotAddress: 'robot_address',
  mailHost: 'mail_host',
  mailPort: 'mail_port',
  mailSecurity: 'mail_security',
  mailUser: 'mail_user',
  mailFrom: 'mail_from',
  caCertificate: 'ca_certificate',
} as const
/** What a mail server needs. */
const mailNeeds = ['mailHost', 'mailPort', 'mailSecurity', 'mailFrom'] as const

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

/** Refuses a draft that leads into a private network. */
function refuseInside({ tools }: Context, { robotAddress, mailHost }: Parsed): void {
  if (robotAddress) refuseOpenAddress(String(robotAddress), tools.reachable, 'apiAddress')
  if (mailHost) refuseMailHost(String(mailHost), tools.reachable ?? (() => false))
}

hook(noticeChannel, {
  async beforeAdd(context, _tx, { draft }) {
    refuseInside(context, draft)
    return { is_stopped: 1 }
  },
  // What says where messages go is decided again when the channel is activated; a secret is not shown to another server.
  async beforeChange(context, tx, { row, draft }) {
    refuseInside(context, draft)
    if (!Object.entries(shownTo).some(([name, column]) => name in draft && (draft[name] ?? null) !== (row[column] ?? null)))
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
async function refuseUnfit(context: Context, tx: Transaction, row: Row): Promise<void> {
  if (row.kind === 'mail') {
    // It was asked before this transaction, as it stood then.
    await refuseStale(noticeChannel, context, tx, row, context.asked ?? 0)
    takeNamedLock(tx, `mail channel ${tx.tenantId}`)
    const { rows } = await tx.run({
      text: `select channel_name from notice_channel where tenant_id = $1 and kind = 'mail' and id <> $2 and not is_deleted and coalesce(is_stopped, 0) = 0`,
      values: [tx.tenantId, row.id],
    })
    if (rows[0])
      throw refuse(
        `同时只能启用一个电子邮件通道，请先停用“${rows[0].channel_name}”`,
        `Only one e-mail channel can be active. Deactivate “${rows[0].channel_name}” first`,
        'kind',
      )
    return
  }
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

/** Refuses a mail server that lacks something. Who opens one could read the codes for new passwords, and so needs all rights on users and roles. */
function refuseUnfitMail(context: Context, row: Row): void {
  refuseLesser(context)
  const field = mailNeeds.find((name) => !row[shownTo[name]])
  if (field) {
    const { zh, en } = noticeChannel.fields[field]
    throw refuse(`启用前请填写“${zh}”`, `Fill in “${en}” before it is activated`, field)
  }
  if (row.mail_user && !row.secret_set_at) throw refuse('启用前请设置邮箱密码', 'Set the mail password before you activate it', 'secretKey')
  if (row.mail_user && row.mail_security === 'none')
    throw refuse(
      '密码只能加密传送，请选择 SSL/TLS 或 STARTTLS',
      'Passwords are sent over TLS only. Choose SSL/TLS or STARTTLS',
      'mailSecurity',
    )
}

/** A mail server is asked before it is activated. Answers the version of the row that it was asked by. */
async function askServer(context: Context): Promise<number | undefined> {
  const { id, isStopped } = read(channelEnable.input, { ...context.input, id: idOf(context) }) as { id: string; isStopped?: number | null }
  const row = isStopped === 1 ? undefined : await rowBefore(noticeChannel, context, id)
  if (row?.kind !== 'mail') return undefined
  refuseUnfitMail(context, row)
  await refuseDeadMail(await mailServerOf(context.tools, context.actor.tenantId, row), context.tools.reachable ?? (() => false))
  return Number(row.version)
}

/** Sends a letter to the own address: to no other, so that the server is no way to write to strangers. */
async function sendTest(context: Context): Promise<{ address: string; version: number }> {
  const { id } = read(channelTest.input, { ...context.input, id: idOf(context) }) as { id: string }
  const { tools, actor, language } = context
  const row = await rowBefore(noticeChannel, context, id)
  if (!row) throw new Refusal('not_found', { what: noticeChannel })
  if (row.kind !== 'mail') throw refuse('只有电子邮件通道可以发送测试邮件', 'Only an e-mail channel can send a test e-mail', 'kind')
  refuseUnfitMail(context, row)
  const text = 'select email from app_user where tenant_id = $1 and id = $2'
  const [found] = await readAs(tools.pool, actor.tenantId, [{ text, values: [actor.tenantId, actor.userId] }])
  const address = String(found?.rows[0]?.email ?? '')
  if (!address)
    throw new Refusal('rule', {
      zh: '您尚未填写邮箱，请先在个人信息中填写',
      en: 'You have no e-mail address yet. Enter it in your profile first',
    })
  const server = await mailServerOf(tools, actor.tenantId, row)
  await sendMail(server, { to: address, ...testLetter(language) }, tools.reachable ?? (() => false)).catch((error: unknown) => {
    throw refusalOfMail(error)
  })
  return { address, version: Number(row.version) }
}

async function noteTest(context: Context, tx: Transaction) {
  const { address } = context.asked as { address: string }
  record(context, tx, { entity: noticeChannel.name, entityId: idOf(context), verb: 'test' })
  return { address }
}

async function setMailSecret(context: Context, tx: Transaction) {
  const { secretKey } = read(channelMailSecret.input, context.input) as { secretKey: string }
  const [row] = await lockRows(noticeChannel, context, tx, [idOf(context)])
  if (row!.kind !== 'mail') throw refuse('只有电子邮件通道使用邮箱密码', 'Only an e-mail channel has a mail password', 'secretKey')
  return keep(context, tx, row!, secretKey)
}

/** Keeps the secret of a channel, and notes at its row that it is there. */
function keep(context: Context, tx: Transaction, row: Row, secret: string) {
  keepSecret(tx, context.tools.secrets, { purpose: channelPurpose, rowId: String(row.id) }, secret)
  return changed(context, tx, row, 'secret', 'secret_set_at = $3', context.occurredAt)
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
  else await refuseUnfit(context, tx, row!)
  // Notices from before are not sent after the event.
  const columns = isStopped === 1 ? 'is_stopped = $3' : 'is_stopped = $3, opened_at = now()'
  return changed(context, tx, row!, isStopped === 1 ? 'stop' : 'enable', columns, isStopped === 1 ? 1 : 0)
}

async function setSecret(context: Context, tx: Transaction) {
  const { robotToken, secretKey } = read(channelSecret.input, context.input) as { robotToken: string; secretKey: string }
  const [row] = await lockRows(noticeChannel, context, tx, [idOf(context)])
  if (row!.kind === 'mail') throw refuse('电子邮件通道请设置邮箱密码', 'Set the mail password of an e-mail channel', 'secretKey')
  if (row!.kind !== 'robot') throw refuse('应用消息使用身份源的密钥', 'App messages use the identity provider’s secret', 'secretKey')
  return keep(context, tx, row!, JSON.stringify({ robotToken, secretKey }))
}

export const channelAnswers: readonly Answer[] = [
  answer(channelEnable, { before: askServer, write: enable }),
  answer(channelSecret, { write: setSecret }),
  answer(channelMailSecret, { write: setMailSecret }),
  answer(channelTest, { before: sendTest, write: noteTest }),
]
