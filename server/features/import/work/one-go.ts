import { Refusal } from '#contract/kit/errors.ts'
import type { Words } from '#contract/kit/words.ts'
import { openPool, type Transaction, writeAs } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import type { ImportTask } from './task.ts'

type Work = ImportTask['kind']

const rowsPerLimit = 10_000

/** The seconds that work on so many rows may take. `seconds`: the limit of up to 10,000 rows. */
export const workLimit = (seconds: number, rows: number): number => Math.ceil(seconds * Math.max(1, rows / rowsPerLimit))

const acts = {
  verify: { zh: '校验超过', en: 'Validation took more than' },
  write: { zh: '导入超过', en: 'The import took more than' },
  undo: { zh: '撤销超过', en: 'The undo took more than' },
} as const satisfies Record<Work, Words>

const stands = {
  verify: {
    zh: '没有导入任何数据，文件已保留；请在空闲时重新校验，不必再上传',
    en: 'Nothing was imported and the file is kept. Validate again at a quieter time without uploading it',
  },
  write: {
    zh: '没有导入任何数据，文件和校验结果已保留；请在空闲时再次导入，不必再上传',
    en: 'Nothing was imported. The file and its validation are kept: import again at a quieter time without uploading it',
  },
  undo: { zh: '数据没有变化；请在空闲时再次撤销', en: 'Nothing was changed: undo again at a quieter time' },
} as const satisfies Record<Work, Words>

/** The refusal of work that a slow server did not finish in time: what happened, what stands, and what to do. */
export function tooLong(kind: Work, seconds: number): Refusal {
  const [act, stand] = [acts[kind], stands[kind]]
  return new Refusal('rule', {
    zh: `${act.zh} ${seconds} 秒，服务器繁忙，已停止。${stand.zh}。仍然太慢时，请管理员延长导入时限`,
    en: `${act.en} ${seconds} s on a busy server and was stopped. ${stand.en}. If it stays too slow, ask your administrator to allow imports more time`,
  })
}

/** Runs `work` in a short transaction of its own beside the long one: it stays when the long one is rolled back. */
export async function apart<T>(
  { database, actor }: Pick<ImportTask, 'database' | 'actor'>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const own = openPool(database, 1)
  try {
    return await writeAs(own, actor.tenantId, work)
  } finally {
    await own.end()
  }
}

/** Runs `work` in one transaction of the tenant that may take longer than those of requests. Refuses what takes more than `seconds`. */
export async function inOneGo(
  context: Context,
  { kind, seconds }: { readonly kind: Work; readonly seconds: number },
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const end = performance.now() + seconds * 1000
  try {
    await writeAs(
      context.tools.pool,
      context.actor.tenantId,
      async (tx) => {
        // The timer runs already: it is stopped before it is set again. Servers before 17 do not know it.
        for (const limit of ['0', `${seconds * 1000}ms`])
          tx.later({ text: `select set_config(name, $1, true) from pg_settings where name = 'transaction_timeout'`, values: [limit] })
        await work(tx)
      },
      { longestMs: seconds * 1000 + 1000 },
    )
  } catch (error) {
    if (error instanceof Refusal || performance.now() < end) throw error
    throw tooLong(kind, seconds)
  }
}
