import { importPasswords } from '#contract/calls/import/import.ts'
import { user } from '#contract/entities/identity/user.ts'
import { importJob } from '#contract/entities/import/import-job.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import { setsPasswords } from '#server/features/identity/public.ts'
import { takeSecret } from '#server/kit/access/secrets.ts'
import type { Context } from '#server/kit/context.ts'
import { textColumns } from '#server/kit/export/sheet-cell.ts'
import { sheetFile } from '#server/kit/export/sheet-file.ts'
import type { Download } from '#server/kit/files/download.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'
import { lockRows } from '#server/kit/write/lock.ts'

/** What the sealed list of an import's first passwords is kept for. */
export const passwordList = 'import.passwords'

/**
 * The first passwords that an import made, as a sheet. Given once, within the days that they are valid, and only to the person who imported; anyone
 * else resets a password instead.
 */
export async function takePasswords(context: Context, tx: Transaction): Promise<Download> {
  const { id } = read(importPasswords.input, context.input) as { id: string }
  const [job] = await lockRows(importJob, context, tx, [id])
  if (job!.target !== 'user' || job!.user_id !== context.actor.userId)
    throw new Refusal('rule', {
      zh: '只有导入这些人员的人可以下载初始密码',
      en: 'Only the person who imported these people can download their first passwords',
    })
  // The list may be from before the three were kept apart.
  if (!setsPasswords(context.actor))
    throw new Refusal('rule', {
      zh: '三员分立：导入的人员没有初始密码，请由安全管理员设置密码',
      en: 'Three administrators: imported people have no first passwords. The security administrator sets them',
    })
  const text = await takeSecret(tx, context.tools.secrets, { purpose: passwordList, rowId: id })
  if (text === undefined)
    throw new Refusal('rule', {
      zh: '初始密码已经下载过或已过期，请在用户列表中逐个重置',
      en: 'The first passwords were downloaded already or have expired. Reset them one by one in the list of users',
    })
  record(context, tx, { entity: importJob.name, entityId: id, verb: 'change', input: { passwords: 1 } })
  const { language } = context
  const { account, realName } = user.fields
  const headers = [account[language], realName[language], language === 'zh' ? '初始密码' : 'First password']
  const rows = (JSON.parse(text) as { account: string; realName: string; password: string }[]).map((one) => [
    one.account,
    one.realName,
    one.password,
  ])
  const name = language === 'zh' ? '初始密码' : 'First passwords'
  return sheetFile({ name, sheet: name, format: 'xlsx', columns: textColumns(headers), rows, at: context.occurredAt })
}
