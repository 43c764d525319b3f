import { v7 } from 'uuid'
import * as session from '#contract/calls/identity/session.ts'
import { logoutByPost } from '#contract/calls/identity/session-post.ts'
import { documentShortest } from '#contract/entities/identity/password-lengths.ts'
import type { AnswerOf } from '#contract/kit/entity/answer.ts'
import { viewerRole } from '#contract/roles.ts'
import type { Transaction } from '#server/db/pool.ts'
import { rowsAs } from '#server/db/query.ts'
import { logAccess } from '#server/features/record/public.ts'
import type { Actor } from '#server/kit/access/actor.ts'
import { bumpEpoch } from '#server/kit/access/tenant-epoch.ts'
import type { Context } from '#server/kit/context.ts'
import { type Answer, answer } from '#server/kit/family.ts'
import { read } from '#server/kit/refuse.ts'
import { avatarAddress } from '../people/avatar.ts'
import { nickNameOf } from './nick-name.ts'
import { endSession } from './tokens.ts'

/** What is kept of the error logs of one person; the oldest go first. */
const mostLogs = 1000
const mostLogBytes = 2_000_000

type Info = AnswerOf<typeof session.userInfo>
type OwnRow = Readonly<Record<'nick_name' | 'phone' | 'email', string | null>> & {
  readonly avatar: string
  readonly shortest: number | null
  readonly held: Info['heldRoles']
  readonly has_lock: boolean
}

const info = (actor: Actor, belongTenant: Info['belongTenant'], more: OwnRow | undefined): Info => ({
  user_id: actor.userId,
  userId: actor.userId,
  account: actor.account,
  realName: actor.realName,
  nickName: nickNameOf(actor.roles.map(({ alias }) => alias).join(), more?.nick_name ?? null),
  phone: more?.phone ?? null,
  email: more?.email ?? null,
  mustChange: actor.mustChange,
  mustEnrol: actor.mustEnrol,
  /** Fewest characters of a new password here. */
  shortestPassword: more?.shortest ?? documentShortest,
  avatar: avatarAddress(more?.avatar),
  deptId: actor.deptId,
  deptName: actor.deptName,
  roleId: actor.roles.map(({ id }) => id).join(),
  role_name: actor.roles.map(({ alias }) => alias).join(),
  roleName: actor.roles.map(({ name }) => name).join(),
  tenantId: actor.tenantId,
  tenantName: actor.tenantName,
  belongTenant,
  isLocked: actor.isLocked,
  hasLockPassword: more?.has_lock ?? false,
  heldRoles: more?.held ?? [],
  actingRoleId: actor.actingRoleId,
  rights: [...actor.rights],
  epoch: actor.settings.epoch,
})

/** Ends the session; `address`: where the browser goes on to sign out at the provider that it began with. */
async function leave({ actor }: Context, tx: Transaction): Promise<AnswerOf<typeof session.logout>> {
  const { rows } = await tx.run({
    text: 'select sign_out_address as address from session where tenant_id = $1 and id = $2',
    values: [tx.tenantId, actor.sessionId],
  })
  const address = rows[0]?.address
  endSession(tx, actor.sessionId)
  logAccess({ actor }, tx, { event: 'signOut', account: actor.account, userId: actor.userId })
  return { signedOut: true, ...(typeof address === 'string' && { address }) }
}

/** The calls of a signed-in person about their own session. */
export const sessionAnswers: readonly Answer[] = [
  answer(session.userInfo, {
    read: ({ actor }) => ({
      queries: [
        {
          text: 'select m.tenant_id as "tenantId", t.tenant_name as "tenantName" from membership m join tenant t on t.id = m.tenant_id where m.person_id = $1 and t.stopped_at is null order by m.tenant_id',
          values: [actor.personId],
        },
        {
          text: `select nick_name, phone, email, avatar, (select shortest from password_rule where tenant_id = $1) as shortest,
              (select jsonb_agg(jsonb_build_object('id', r.id, 'name', r.role_name) order by r.id <> u.role_id, r.sort nulls last, r.role_name, r.id)
                from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and not r.is_deleted
                  and r.role_alias <> '${viewerRole}'
                where ur.tenant_id = u.tenant_id and ur.user_id = u.id) as held,
              exists (select 1 from session s where s.tenant_id = $1 and s.id = $3 and s.lock_hash is not null) as has_lock
            from app_user u where tenant_id = $1 and id = $2`,
          values: [actor.tenantId, actor.userId, actor.sessionId],
        },
      ],
      answer: ([tenants, own]) => info(actor, rowsAs(tenants), rowsAs<OwnRow>(own)[0]),
    }),
  }),
  answer(session.logout, { write: leave }),
  answer(logoutByPost, {
    write: async (context, tx) => {
      read(logoutByPost.input, context.input)
      return leave(context, tx)
    },
  }),
  answer(session.uploadLogs, {
    write: async ({ actor, input }, tx) => {
      const { logs } = read(session.uploadLogs.input, input) as { logs: unknown[] }
      for (const entry of logs)
        tx.later({
          text: 'insert into client_log (tenant_id, id, user_id, entry) values ($1, $2, $3, $4)',
          values: [tx.tenantId, v7(), actor.userId, JSON.stringify(entry)],
        })
      tx.later({
        text: `delete from client_log l using (select id, sum(octet_length(entry::text)) over (order by created_at desc, id desc) as bytes,
            row_number() over (order by created_at desc, id desc) as place from client_log where tenant_id = $1 and user_id = $2) kept
          where l.tenant_id = $1 and l.id = kept.id and (kept.bytes > $3 or kept.place > $4)`,
        values: [tx.tenantId, actor.userId, mostLogBytes, mostLogs],
      })
      return { stored: logs.length }
    },
  }),
  answer(session.clearCache, {
    write: async (_, tx) => {
      bumpEpoch(tx, tx.tenantId)
      return { cleared: true }
    },
  }),
]
