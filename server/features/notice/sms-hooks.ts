import { smsEnable, smsSecret } from '#contract/calls/notice/sms.ts'
import { sms } from '#contract/entities/notice/sms.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { refuseLesser } from '#server/features/identity/public.ts'
import { formSecret } from '#server/kit/access/form-secret.ts'
import { keepSecret } from '#server/kit/access/secrets.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { hook } from '#server/kit/hooks.ts'
import { refuseAddress } from '#server/kit/outbound/outbound.ts'
import { idOf, read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { resetSmsCode } from './forgotten/code-ways.ts'
import type { SmsTemplate } from './sms-provider.ts'
import { providers } from './sms-providers.ts'

/** What the secrets of templates are kept as. */
export const smsPurpose = 'sms.secret'

const columnOf = {
  templateId: 'template_id',
  content: 'content',
  signName: 'sign_name',
  endpoint: 'endpoint',
  accessKey: 'access_key',
} as const

/** Refuses a template that its provider cannot send with. */
function refuseUnfit(row: Row): void {
  const { needs, needsSecret } = providers[row.category as SmsTemplate['category']]
  const field = needs.find((name) => !row[columnOf[name]])
  if (field) {
    const { zh, en } = sms.fields[field]
    throw new Refusal('rule', { zh: `启用前请填写“${zh}”`, en: `Fill in “${en}” before it is activated` }, [{ field }])
  }
  if (needsSecret && !row.secret_set_at)
    throw new Refusal('rule', { zh: '启用前请设置密钥', en: 'Set the secret before you activate it' }, [{ field: 'secretKey' }])
}

/** Who says where codes for new passwords go could read them, and so needs all rights on users and roles. */
const refuseReading = (context: Context, code: unknown): void => {
  if (code === resetSmsCode) refuseLesser(context)
}

hook(sms, {
  ...formSecret(sms, smsPurpose, smsSecret, ({ occurredAt }, tx, id) =>
    tx.later({ text: 'update sms set secret_set_at = $3 where tenant_id = $1 and id = $2', values: [tx.tenantId, id, occurredAt] }),
  ),
  async beforeAdd({ tools }, _tx, { draft }) {
    if (draft.endpoint) refuseAddress(String(draft.endpoint), tools.reachable)
    return { is_stopped: 1 }
  },
  async beforeChange(context, _tx, { row, draft }) {
    if (draft.endpoint) refuseAddress(String(draft.endpoint), context.tools.reachable)
    if (row.is_stopped === 1) return undefined
    for (const code of [row.sms_code, draft.smsCode]) refuseReading(context, code)
    const after = Object.entries(columnOf).map(([name, column]) => [column, name in draft ? draft[name] : row[column]])
    refuseUnfit({ ...row, ...Object.fromEntries(after), category: draft.category ?? row.category })
    return undefined
  },
  async beforeRemove(_context, tx, { rows }) {
    tx.later({
      text: 'delete from secret where tenant_id = $1 and purpose = $2 and row_id = any($3)',
      values: [tx.tenantId, smsPurpose, rows.map(({ id }) => id)],
    })
  },
})

async function changed(context: Context, tx: Transaction, row: Row, verb: string, columns: string, value: unknown) {
  const [id, version] = [String(row.id), Number(row.version) + 1]
  tx.later({
    text: `update sms set ${columns} = $3, version = $4, updated_by = $5, updated_at = now() where tenant_id = $1 and id = $2`,
    values: [tx.tenantId, id, value, version, context.actor.userId],
  })
  record(context, tx, { entity: sms.name, entityId: id, verb, version })
  return { id, version }
}

async function enable(context: Context, tx: Transaction) {
  const { isStopped } = read(smsEnable.input, { ...context.input, id: idOf(context) }) as { isStopped?: number | null }
  const [row] = await lockRows(sms, context, tx, [idOf(context)])
  if (isStopped !== 1) {
    refuseReading(context, row!.sms_code)
    refuseUnfit(row!)
  }
  return changed(context, tx, row!, isStopped === 1 ? 'stop' : 'enable', 'is_stopped', isStopped === 1 ? 1 : 0)
}

async function setSecret(context: Context, tx: Transaction) {
  const { secretKey } = read(smsSecret.input, context.input) as { secretKey: string }
  const [row] = await lockRows(sms, context, tx, [idOf(context)])
  keepSecret(tx, context.tools.secrets, { purpose: smsPurpose, rowId: String(row!.id) }, secretKey)
  return changed(context, tx, row!, 'secret', 'secret_set_at', context.occurredAt)
}

export const smsAnswers: readonly Answer[] = [answer(smsEnable, { write: enable }), answer(smsSecret, { write: setSecret })]
