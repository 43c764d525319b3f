import { Refusal } from '#contract/kit/errors.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { runImport } from './run-thread.ts'
import { asOfNow } from './still-may.ts'
import type { Task } from './task.ts'
import { plainActor } from './work-context.ts'

/** What every task carries of the request that started it. */
export const taskBase = (context: Context) => ({
  database: String(context.tools.pool.options.connectionString),
  actor: plainActor(context.actor),
  language: context.language,
  searchMode: context.tools.searchMode,
  requestId: context.requestId,
  secretKeys: context.tools.secrets.current().map(({ bytes }) => bytes.toString('base64')),
})

/** The bytes of a stored file. Refuses one whose content is gone. */
export async function bytesOf(context: Context, stored: { sha256: string; size: number }): Promise<Uint8Array> {
  const { contents } = context.tools
  const { tenantId } = context.actor
  if (!(await contents.has(tenantId, stored.sha256, stored.size)))
    throw new Refusal('rule', { zh: '源文件已不在，请重新上传', en: 'The source file is gone. Send it again' })
  const pieces: Buffer[] = []
  for await (const piece of await contents.read(tenantId, stored.sha256)) pieces.push(piece as Buffer)
  const bytes = new Uint8Array(stored.size)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

type Plan<T> = T extends unknown ? Omit<T, keyof ReturnType<typeof taskBase> | 'bytes'> : never
type Work = Plan<Exclude<Task, { kind: 'mark' }>>

/** Starts a thread on an import once the transaction is committed. `source`: the file it reads. */
export function launch(context: Context, tx: Transaction, plan: Work, source: string | null): void {
  const { pool } = context.tools
  const file =
    source === null
      ? undefined
      : tx.run({ text: 'select sha256, file_size from file where tenant_id = $1 and id = $2', values: [tx.tenantId, source] })
  tx.afterCommit(async () => {
    const row = (await file)?.rows[0]
    const task = { ...taskBase(context), ...plan }
    const whole = async (): Promise<Exclude<Task, { kind: 'mark' }>> => {
      const now = await asOfNow(pool, task as Exclude<Task, { kind: 'mark' }>)
      const bytes = row ? await bytesOf(context, { sha256: String(row.sha256), size: Number(row.file_size) }) : undefined
      return { ...now, ...(bytes ? { bytes } : {}) } as Exclude<Task, { kind: 'mark' }>
    }
    let fault: unknown
    await runImport(pool, task, whole, (error) => {
      fault = error
    })
    if (fault) throw fault
  })
}
