import { createHash } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type pg from 'pg'
import { v7 } from 'uuid'
import { addDefaultRoles } from './default-roles.ts'
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
  await writeAs(
    pool,
    platform,
    async (tx) => {
      tx.later({ text: 'insert into tenant (id, tenant_name, kind) values ($1, $2, $3)', values: [platform, '平台管理', 'platform'] })
      const roles = addDefaultRoles(tx)
      tx.later({ text: 'insert into person (id, password_hash) values ($1, $2)', values: [person, passwordHash] })
      tx.later({
        text: 'insert into app_user (tenant_id, id, person_id, account, real_name, role_id, status) values ($1, $2, $3, $4, $5, $6, $7)',
        values: [platform, user, person, 'admin', '管理员', roles.get('administrator'), 'active'],
      })
      await tx.run({ text: 'insert into membership (person_id, tenant_id, user_id) values ($1, $2, $3)', values: [person, platform, user] })
    },
    { personId: person },
  )
}
