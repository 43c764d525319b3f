import type pg from 'pg'
import { openPool } from '#server/db/pool.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { scopeIn } from '#server/kit/access/scope-of-roles.ts'
import { keyOf } from '#server/kit/access/secrets.ts'
import type { Context } from '#server/kit/context.ts'
import { rememberTotals } from '#server/kit/counts/totals.ts'
import type { ContentStore } from '#server/kit/files/content-store.ts'
import { plainSettings, settingsOf } from '#server/kit/tenant-settings.ts'
import type { PlainActor, Task } from './task.ts'

const nothing = (): never => {
  throw new Error('a thread that imports keeps no contents')
}
const noContents: ContentStore = {
  has: nothing,
  put: nothing,
  read: nothing,
  made: nothing,
  remove: nothing,
  list: nothing,
  answers: nothing,
}

/** A person with the views that the tenant's settings make. */
const actorOf = (plain: PlainActor): Actor => ({
  ...plain,
  scopeOf: (of) => scopeIn(plain.roles, of),
  settings: settingsOf(plain.settings),
})

/** The person without what a thread cannot be handed. */
export function plainActor({ scopeOf: _, ...actor }: Actor): PlainActor {
  return { ...actor, settings: plainSettings(actor.settings) }
}

/** What the kit needs to work as the person who started an import, on a connection of the thread's own. */
export function workContext(task: Task): { context: Context; pool: pg.Pool } {
  const pool = openPool(task.database, 1)
  return {
    pool,
    context: {
      tools: {
        pool,
        totals: rememberTotals(),
        searchMode: task.searchMode,
        contents: noContents,
        secrets: { current: () => task.secretKeys.map((key) => keyOf(key)!) },
      },
      actor: actorOf(task.actor),
      language: task.language,
      input: {},
      requestId: task.requestId,
      occurredAt: new Date(),
    },
  }
}
