import { user } from '#contract/entities/platform/user.ts'
import { Refusal } from '#contract/kit/errors.ts'
import type { Raw } from '#contract/kit/parse.ts'
import type { Transaction } from '#server/db/pool.ts'
import { hook } from '#server/kit/hooks.ts'

/** Refuses sealed positions among those that a person is given; one they hold already may stay. */
async function refuseSealed(tx: Transaction, given: unknown, held: unknown): Promise<undefined> {
  const had = new Set((held as string[] | null | undefined) ?? [])
  const added = ((given as string[] | null | undefined) ?? []).filter((id) => !had.has(id))
  if (added.length === 0) return undefined
  const { rows } = await tx.run({
    text: 'select post_name from post where tenant_id = $1 and id = any($2::uuid[]) and is_sealed = 1 order by post_name limit 1',
    values: [tx.tenantId, added],
  })
  if (rows[0])
    throw new Refusal(
      'rule',
      { zh: `岗位“${rows[0].post_name}”已封存，不能再选`, en: `The position “${rows[0].post_name}” is sealed and can no longer be chosen` },
      [{ field: 'postId' }],
    )
  return undefined
}

hook(
  user,
  {
    // Front ends of the given calls send the positions of a person in one text.
    given(input: Raw) {
      if (typeof input.postId !== 'string') return input
      return { ...input, postId: input.postId.split(',').flatMap((id) => (id.trim() === '' ? [] : [id.trim()])) }
    },
    beforeAdd: (_context, tx, { draft }) => refuseSealed(tx, draft.postId, null),
    beforeChange: (_context, tx, { row, draft }) => refuseSealed(tx, draft.postId, row.post_id),
  },
  5,
)
