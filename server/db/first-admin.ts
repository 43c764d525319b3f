import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { v7 } from 'uuid'
import { defaultRoles, expand } from '#contract/roles.ts'
import { writeAs } from './pool.ts'

const platform = '000000'

/**
 * Makes the platform tenant with its default roles and `admin` with this password, in one transaction: what a program without demo data
 * starts with. The log-in sends the SHA-256 of a password, so that is what is hashed.
 */
export const makeFirstAdmin = async (pool: pg.Pool, password: string): Promise<void> => {
  const person = v7()
  const user = v7()
  const passwordHash = await hash(createHash('sha256').update(password).digest('hex'))
  const roles = Object.entries(defaultRoles).map(([alias, role], index) => ({ id: v7(), alias, sort: index + 1, ...role }))
  await writeAs(
    pool,
    platform,
    async (tx) => {
      tx.later({ text: 'insert into tenant (id, tenant_name, kind) values ($1, $2, $3)', values: [platform, '平台管理', 'platform'] })
      for (const role of roles) {
        tx.later({
          text: 'insert into role (tenant_id, id, role_name, role_alias, reach, sort) values ($1, $2, $3, $4, $5, $6)',
          values: [platform, role.id, role.zh, role.alias, role.reach, role.sort],
        })
        tx.later({
          text: 'insert into role_grant (tenant_id, role_id, right_code) select $1, $2, unnest($3::text[])',
          values: [platform, role.id, expand(role.may)],
        })
      }
      tx.later({ text: 'insert into person (id, password_hash) values ($1, $2)', values: [person, passwordHash] })
      const administrator = roles.find((role) => role.alias === 'administrator')
      tx.later({
        text: 'insert into app_user (tenant_id, id, person_id, account, real_name, role_id, status) values ($1, $2, $3, $4, $5, $6, $7)',
        values: [platform, user, person, 'admin', '管理员', administrator?.id, 'active'],
      })
      await tx.run({ text: 'insert into membership (person_id, tenant_id, user_id) values ($1, $2, $3)', values: [person, platform, user] })
    },
    { personId: person },
  )
}
