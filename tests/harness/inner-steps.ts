import { join } from 'node:path'
import { device } from '#contract/entities/asset/device/device.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { readAs, writeAs } from '#server/db/pool.ts'
import { actorOf, actorQueries, hashToken } from '#server/kit/access/actor.ts'
import type { Context } from '#server/kit/context.ts'
import { rememberTotals } from '#server/kit/counts/totals.ts'
import { diskStore } from '#server/kit/files/content-store.ts'
import { apply } from '#server/kit/steps/step.ts'
import { lockRows } from '#server/kit/write/lock.ts'
import { secretKeysOf } from '#server/secret-keys.ts'
import type { Client, TestApp } from './app-for-test.ts'

/**
 * Raises a step of a device's machine as orders and checks do: in a transaction of its own on the locked row, as the signed-in person.
 * Answers the new version, or the code of the refusal.
 */
export async function raise(app: TestApp, client: Client, on: Machine, name: string, id: string): Promise<number | string> {
  const actor = actorOf(client.tenant, await readAs(app.pool, client.tenant, actorQueries(client.tenant, hashToken(client.token))))
  const context: Context = {
    tools: {
      pool: app.pool,
      totals: rememberTotals(),
      searchMode: 'index',
      contents: diskStore(join(app.dataDir, 'files')),
      secrets: secretKeysOf({ SECRETS_KEY: undefined, DATA_DIR: app.dataDir }),
    },
    actor,
    language: 'zh',
    input: {},
    requestId: 'test',
    occurredAt: new Date(),
  }
  try {
    return await writeAs(app.pool, client.tenant, async (tx) => {
      const [row] = await lockRows(device, context, tx, [id])
      return (await apply(on, name, context, tx, row!)).version
    })
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}
