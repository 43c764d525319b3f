import { otherPerson } from '#contract/entities/custody/device-use-machine.ts'
import type { proofs } from '#contract/entities/custody/device-use-states.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Parsed } from '#contract/kit/fields/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Context } from '#server/kit/context.ts'
import { refusalOf } from '#server/kit/refuse.ts'
import { redeemCode } from './hand-code.ts'

export interface Proven {
  readonly userId: string
  readonly proof: keyof typeof proofs
  readonly signature: readonly string[] | null
}

const known = new WeakMap<Transaction, Promise<Proven>>()

/** Who a code or a signature stands for. */
async function proven(context: Context, tx: Transaction, input: Parsed): Promise<Proven> {
  const code = input.personCode as string | null | undefined
  if (code) {
    const { userId, isLate } = await redeemCode(context, tx, code)
    return { userId, proof: isLate ? 'offlineCode' : 'code', signature: null }
  }
  const signature = input.signature as string[] | null | undefined
  if (!input.personId) throw refusalOf([{ field: 'personId', label: otherPerson.person, rule: 'required' }])
  if (!signature?.length) throw refusalOf([{ field: 'signature', label: otherPerson.signature, rule: 'required' }])
  return { userId: String(input.personId), proof: 'signature', signature }
}

/** Refuses who cannot be the other person of a hand-over: the acting one, and who no longer works here. */
async function refuseUnfit(context: Context, tx: Transaction, userId: string): Promise<void> {
  if (userId === context.actor.userId) throw new Refusal('rule', { zh: '交出人和接收人不能是同一人', en: 'A hand-over needs two people' })
  const { rows } = await tx.run({
    text: `select 1 from app_user u where u.tenant_id = $1 and u.id = $2 and u.status = 'active' and not u.is_deleted`,
    values: [tx.tenantId, userId],
  })
  if (rows.length === 0) throw refusalOf([{ field: 'personId', label: otherPerson.person, rule: 'absent' }])
}

async function fitting(context: Context, tx: Transaction, input: Parsed): Promise<Proven> {
  const found = await proven(context, tx, input)
  await refuseUnfit(context, tx, found.userId)
  return found
}

/** The other person of a hand-over, once for all devices of the request. Refuses without a valid code, or a name with a signature. */
export function otherOf(context: Context, tx: Transaction, input: Parsed): Promise<Proven> {
  const found = known.get(tx) ?? fitting(context, tx, input)
  known.set(tx, found)
  return found
}

/** Whether anything was said of another person. */
export const namesOther = (input: Parsed): boolean => Boolean(input.personCode || input.personId)
