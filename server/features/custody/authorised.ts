import { useAuthorisation } from '#contract/entities/custody/use-authorisation.ts'
import { Refusal } from '#contract/kit/errors.ts'
import { homeDay } from '#contract/kit/time/day.ts'
import type { Transaction } from '#server/db/pool.ts'
import type { Row } from '#server/db/query.ts'
import { notify } from '#server/features/notice/public.ts'
import type { Context } from '#server/kit/context.ts'
import { hook } from '#server/kit/hooks.ts'
import { cardName } from './names.ts'

/** Someone who takes a device without the authorisation that its class asks for. */
interface Missing {
  readonly person: string
  readonly deptId: string | null
  readonly className: string
}

/** Whether class $3 or one above it asks for authorised users, and person $2 has no authorisation for any of them on day $4. */
const missingOf = `with recursive up as (
    select c.id, c.parent_id, c.class_name, c.needs_authorisation from device_class c where c.tenant_id = $1 and c.id = $3
    union all
    select c.id, c.parent_id, c.class_name, c.needs_authorisation from device_class c join up on c.tenant_id = $1 and c.id = up.parent_id)
  select u.real_name, u.dept_id, (select up.class_name from up where up.id = $3) as class_name from app_user u
  where u.tenant_id = $1 and u.id = $2 and exists (select 1 from up where up.needs_authorisation = 1)
    and not exists (select 1 from use_authorisation a join up on up.id = a.device_class_id
      where a.tenant_id = $1 and a.person_id = $2 and a.authorisation_state = 'valid' and not a.is_deleted
        and a.valid_from <= $4::date and (a.valid_until is null or a.valid_until >= $4::date))`

/** What a person lacks to take a card on a day of the hospital; undefined if nothing. */
async function missing(tx: Transaction, card: Row, personId: unknown, day: string): Promise<Missing | undefined> {
  if (!card.classify_id || !personId) return undefined
  const { rows } = await tx.run({ text: missingOf, values: [tx.tenantId, personId, card.classify_id, day] })
  const [found] = rows
  return found && { person: String(found.real_name), deptId: found.dept_id as string | null, className: String(found.class_name) }
}

/**
 * Refuses to hand a card to a person without a valid authorisation where its class asks for one. A hand-over that a phone reports has happened: it stands,
 * and those who authorise are told.
 */
export async function refuseUnauthorised(context: Context, tx: Transaction, card: Row, personId: unknown): Promise<void> {
  const lacks = await missing(tx, card, personId, homeDay(context.occurredAt))
  if (!lacks) return
  const { person, deptId, className } = lacks
  if (!context.op)
    throw new Refusal('rule', {
      zh: `“${person}”没有“${className}”的有效操作授权，不能接收“${cardName(card)}”`,
      en: `“${person}” has no valid authorisation for “${className}” and cannot receive “${cardName(card)}”`,
    })
  notify(context, tx, {
    kind: 'use_unauthorised',
    subject: cardName(card),
    detail: `${person} · ${className}`,
    target: 'device',
    targetId: String(card.id),
    to: {
      users: [String(personId)],
      // This includes the person who reports the hand-over.
      self: true,
      // Of the department that gave it away, and of that of the person, where they can be authorised.
      holders: [(card.borrow_dept_id ?? card.use_dept_id ?? null) as string | null, deptId].map((of) => ({
        right: 'useAuthorisation.submit',
        deptId: of,
      })),
    },
  })
}

const refuseReversed = (from: unknown, until: unknown): void => {
  if (from && until && String(until) < String(from))
    throw new Refusal('rule', { zh: '有效期至不能早于生效日期', en: 'Valid until cannot be before valid from' }, [{ field: 'validUntil' }])
}

hook(useAuthorisation, {
  async beforeAdd(_context, _tx, { draft }) {
    refuseReversed(draft.validFrom, draft.validUntil)
    return undefined
  },
  async beforeChange(_context, _tx, { row, draft }) {
    refuseReversed(draft.validFrom ?? row.valid_from, 'validUntil' in draft ? draft.validUntil : row.valid_until)
    return undefined
  },
})
