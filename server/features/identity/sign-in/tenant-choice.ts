import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Refusal } from '#contract/kit/errors.ts'
import { platformTenant } from '#contract/roles.ts'
import { readAs, writeAs } from '#server/db/pool.ts'
import { rowsAs } from '#server/db/query.ts'
import { logRequest } from '#server/features/record/public.ts'
import { passwordFits } from '../factors/password.ts'
import { attemptKey, forgetAttempts } from './end-sessions.ts'
import { countAttempt, mostWrong, originOf } from './sign-in.ts'

interface Named {
  readonly tenantId: string
  readonly tenantName: string
  readonly personId: string
  readonly isLocked: boolean
}

/** Most people of one account name whose passwords are compared; each comparison takes as long as a sign-in. More of them sign in with their tenant. */
const mostPeople = 8

/** Attempts without a tenant are counted apart: an account has no space at its beginning. */
const counted = (account: string): string => ` ${account}`

const choose = (tenants: readonly Named[]) =>
  new Refusal(
    'rule',
    { zh: '请选择要登录的机构', en: 'Choose the organisation to sign in to' },
    { tenants: tenants.map(({ tenantId, tenantName }) => ({ tenantId, tenantName })) },
  )

/** The people of these whose password it is. One at a time: the comparison is made to be slow. */
async function fittingOf(pool: pg.Pool, people: readonly string[], digest: string): Promise<ReadonlySet<string>> {
  const fitting = new Set<string>()
  // Without any, a decoy is compared, so that the time tells nothing.
  for (const personId of people.length > 0 ? people : [undefined]) {
    const query = { text: 'select password_hash from person where id = $1', values: [personId] }
    const [stored] = personId ? await readAs(pool, platformTenant, [query], personId) : []
    if ((await passwordFits(stored?.rows[0]?.password_hash as string | undefined, digest)) && personId) fitting.add(personId)
  }
  return fitting
}

/**
 * Takes back the attempt that was right. Those before it stay counted unless it was right for all people of the name: one of them must not make room for
 * guessing the passwords of the others.
 */
async function forget(pool: pg.Pool, account: string, isAll: boolean): Promise<void> {
  await writeAs(pool, platformTenant, async (tx) => {
    if (isAll) forgetAttempts(tx, { id: undefined, account: counted(account) })
    else
      tx.later({
        text: `update sign_in_attempt set failed = greatest(failed - 1, 0), locked_until = case when failed > $3 then locked_until end
          where tenant_id = $1 and account = ${attemptKey}`,
        values: [platformTenant, counted(account), mostWrong],
      })
  })
}

/**
 * The tenant of who signs in without naming one. Refuses with the list of `tenants` where account and password fit in several of them. Where they fit in
 * none, where wrong passwords have locked the account, and where more people have the name than are compared, it refuses like any wrong password.
 */
export async function tenantOfAccount(pool: pg.Pool, account: string, digest: unknown, request: FastifyRequest): Promise<string> {
  if (typeof digest !== 'string' || !/^[0-9a-f]{64}$/i.test(digest)) throw new Refusal('wrong_password')
  await countAttempt(pool, platformTenant, counted(account))
  const [found] = await readAs(pool, platformTenant, [
    {
      text: `select tenant_id as "tenantId", tenant_name as "tenantName", person_id as "personId", is_locked as "isLocked" from accounts_named($1)`,
      values: [account],
    },
  ])
  const named = rowsAs<Named>(found)
  const people = new Set(named.map(({ personId }) => personId))
  const open = named.filter(({ isLocked }) => !isLocked)
  const compared = people.size > mostPeople ? [] : [...new Set(open.map(({ personId }) => personId))]
  const fitting = await fittingOf(pool, compared, digest.toLowerCase())
  const tenants = open.filter(({ personId }) => fitting.has(personId))
  if (tenants.length === 0) {
    for (const { tenantId } of named)
      await writeAs(pool, tenantId, async (tx) =>
        logRequest(tx, originOf(request), { event: 'wrongPassword', outcome: 'refused', account }),
      )
    throw new Refusal('wrong_password')
  }
  await forget(pool, account, fitting.size === people.size)
  if (tenants.length > 1) throw choose(tenants)
  return tenants[0]!.tenantId
}
