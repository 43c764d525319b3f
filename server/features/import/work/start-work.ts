import { Refusal } from '#contract/kit/errors.ts'
import type { Context } from '#server/kit/context.ts'
import { programOf } from '../rows/import-places.ts'
import type { ImportTask } from './task.ts'
import { plainActor } from './work-context.ts'

/** What every task carries of the request that started it. */
export const taskBase = (context: Context) => ({
  database: String(context.tools.pool.options.connectionString),
  actor: plainActor(context.actor),
  language: context.language,
  searchMode: context.tools.searchMode,
  requestId: context.requestId,
  workSeconds: programOf(context.tools.pool).workSeconds,
  secretKeys: context.tools.secrets.current().map(({ bytes }) => bytes.toString('base64')),
})

/** The bytes of a stored file. Refuses one whose content is gone. */
export async function bytesOf(context: Context, stored: { sha256: string; size: number }): Promise<Uint8Array> {
  const { contents } = context.tools
  const { tenantId } = context.actor
  if (!(await contents.has(tenantId, stored.sha256, stored.size)))
    throw new Refusal('rule', { zh: '源文件已不在，请重新上传', en: 'The source file is no longer available. Upload it again' })
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

type Without<T> = T extends unknown ? Omit<T, keyof ReturnType<typeof taskBase> | 'bytes' | 'attempt'> : never
/** What an import is asked to do, as it is kept until its turn. */
export type Plan = Without<ImportTask>
