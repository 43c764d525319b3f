import type { Entity } from '#contract/kit/entity/entity.ts'
import type { Machine } from '#contract/kit/entity/machine.ts'
import type { Raw } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { DemoGround } from '#server/demo/demo-ground.ts'
import type { Actor } from './access/actor.ts'
import type { Context, Tools } from './context.ts'
import { actorIn } from './jobs/job-actor.ts'
import { runStep } from './steps/step.ts'
import { submit } from './write/save.ts'

/** Actions of people in the demo hospital. They follow the normal rules, with rights, events and notices. */
export interface DemoActs {
  /** Saves a new row and returns its id. */
  add(account: string, of: Entity, draft: Raw): Promise<string>
  /** Takes a step on a row. `at`: when it was taken, if that is over. */
  go(account: string, on: Machine, step: string, id: string, input?: Raw, at?: Date): Promise<void>
  /** The context of a person, for actions that neither save a row nor take a step. */
  as(account: string): Promise<Context>
  /** Marks all notices of these actions as read, so that the demo starts without unread notices. */
  settle(): Promise<unknown>
}

// Saving rows and taking steps here needs only the transaction.
const noTools = {} as Tools

/** Actions of people of the demo hospital within a transaction. */
export function demoActs(tx: Transaction, { users }: DemoGround): DemoActs {
  const known = new Map<string, Promise<Actor>>()
  const contextOf = async (account: string, input: Raw): Promise<Context> => {
    const actor = known.get(account) ?? actorIn(tx, users.get(account)!)
    known.set(account, actor)
    return { tools: noTools, actor: await actor, language: 'zh', input, requestId: 'demo', occurredAt: new Date() }
  }
  return {
    as: (account) => contextOf(account, {}),
    async add(account, of, draft) {
      const context = await contextOf(account, draft)
      return (await submit(context.actor.settings.view(of), context, tx)).id
    },
    settle: () =>
      tx.run({
        text: 'update notice set is_read = 1, read_at = now() where tenant_id = $1 and is_read is distinct from 1',
        values: [tx.tenantId],
      }),
    async go(account, on, step, id, input = {}, at = new Date()) {
      await runStep(on, step, { ...(await contextOf(account, { id, ...input })), occurredAt: at }, tx)
    },
  }
}
