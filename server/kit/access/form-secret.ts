import type { Entity } from '#contract/kit/entity/entity.ts'
import type { TextField } from '#contract/kit/fields/field.ts'
import type { Transaction } from '#server/db/pool.ts'
import { keepSecret } from '#server/kit/access/secrets.ts'
import type { Context } from '#server/kit/context.ts'
import type { Hooks } from '#server/kit/hooks.ts'
import { read } from '#server/kit/refuse.ts'
import { record } from '#server/kit/steps/event.ts'

/**
 * Hooks of rows whose secret is stored apart: front ends of the given calls send it with the form, as `secretKey`. An empty one changes nothing, for no answer
 * holds what is kept. `kept`: notes at the row that it is there.
 */
export function formSecret(
  of: Entity,
  purpose: string,
  { input: { secretKey } }: { readonly input: { readonly secretKey: TextField } },
  kept: (context: Context, tx: Transaction, id: string) => void,
): Required<Pick<Hooks, 'given' | 'afterSave'>> {
  const typed = new WeakMap<Transaction, string>()
  return {
    given({ secretKey: sent, ...input }, _context, tx) {
      if (sent !== undefined && sent !== null && sent !== '') {
        const found = read({ secretKey }, { secretKey: sent }) as { secretKey: string }
        typed.set(tx, found.secretKey)
      }
      return input
    },
    async afterSave(context, tx, { id }) {
      const secret = typed.get(tx)
      if (secret === undefined) return
      typed.delete(tx)
      keepSecret(tx, context.tools.secrets, { purpose, rowId: id }, secret)
      record(context, tx, { entity: of.name, entityId: id, verb: 'secret' })
      kept(context, tx, id)
    },
  }
}
