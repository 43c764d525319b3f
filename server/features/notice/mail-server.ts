import type pg from 'pg'
import { readAs } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { storedSecret } from '#server/kit/access/stored-secret.ts'
import type { Tools } from '#server/kit/context.ts'
import type { MailServer } from '#server/kit/outbound/mail.ts'

/** What the secrets of robots and mail accounts are kept as. */
export const channelPurpose = 'notice.channel'

/** The row of a mail server that is in service: the one of a channel, else the first of the hospital; undefined when there is none. */
export async function mailChannel(pool: pg.Pool, tenantId: string, channelId?: string): Promise<Row | undefined> {
  const [found] = await readAs(pool, tenantId, [
    {
      text: `select * from notice_channel where tenant_id = $1 and kind = 'mail' and ($2::uuid is null or id = $2) and not is_deleted
        and coalesce(is_stopped, 0) = 0 order by created_at, id limit 1`,
      values: [tenantId, channelId ?? null],
    },
  ])
  return found?.rows[0]
}

/** A mail server as its row says, with its password. */
export async function mailServerOf({ pool, secrets }: Pick<Tools, 'pool' | 'secrets'>, tenantId: string, row: Row): Promise<MailServer> {
  const user = String(row.mail_user ?? '')
  const secret = user && (await storedSecret(pool, secrets, { tenantId, purpose: channelPurpose, rowId: String(row.id) }))
  return {
    host: String(row.mail_host),
    port: Number(row.mail_port),
    security: row.mail_security as MailServer['security'],
    ca: String(row.ca_certificate ?? ''),
    user,
    password: secret ?? '',
    from: String(row.mail_from),
  }
}
