import { beforeEach, describe, expect, test } from 'vitest'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { digest, home, other, password } from '#tests/harness/hospitals.ts'
import { askToken, byPassword, callWith } from './token-request.ts'

const app = await appForFile()
beforeEach(() => app.sql('delete from sign_in_attempt'))

const wrong = (account = 'keeper') => askToken(app, byPassword(account, { password: digest('wrong') }))
const right = (account = 'keeper', more: Record<string, string> = {}) => askToken(app, byPassword(account, more))
const times = async (count: number, work: () => Promise<unknown>) => {
  for (let at = 0; at < count; at++) await work()
}
const attemptsOf = async (account: string) => {
  const [row] = await app.sql(
    `select failed from sign_in_attempt where tenant_id = $1 and account = encode(sha256(convert_to($1 || ' ' || $2, 'UTF8')), 'hex')`,
    [home.tenant, account],
  )
  return row?.failed ?? 0
}
const locked = { status: 400, body: { error: 'locked_out', error_description: '密码错误次数过多，请在 15 分钟后再试' } }

describe('wrong passwords', () => {
  test('nine do not lock, and a right one resets the count', async () => {
    await times(9, wrong)
    expect((await right()).status).toBe(200)
    await times(9, wrong)
    expect((await right()).status).toBe(200)
  })

  test('ten lock the account for 15 minutes, with the right password too; others do not notice', async () => {
    await times(10, async () => expect((await wrong()).body.error).toBe('wrong_password'))
    expect(await right()).toMatchObject(locked)
    expect(await wrong()).toMatchObject(locked)
    expect((await askToken(app, byPassword('keeper'), { headers: { 'accept-language': 'en' } })).body.error_description).toMatch(
      /15 minutes/,
    )
    expect((await right('head')).status).toBe(200)
    expect((await right('keeper', { tenantId: other.tenant })).status).toBe(200)
  })

  test('an unknown account locks with the same message', async () => {
    await times(10, async () => expect((await wrong('nobody')).body.error).toBe('wrong_password'))
    expect(await wrong('NOBODY')).toMatchObject(locked)
    await askToken(app, byPassword('keeper', { tenantId: '999999', password: digest('wrong') }))
    expect(await app.sql(`select 1 from sign_in_attempt where tenant_id = '999999'`)).toEqual([])
  })

  test('an unknown account name is not stored: it may be a password', async () => {
    await wrong('My-Secret-2026')
    const kept = await app.sql(
      `select 1 from sign_in_attempt a where to_jsonb(a)::text ilike $1 union all select 1 from access_log l where to_jsonb(l)::text ilike $1`,
      ['%my-secret%'],
    )
    expect(kept).toEqual([])
    expect(await attemptsOf('my-secret-2026')).toBe(1)
  })

  test('further attempts do not extend the lock', async () => {
    await times(10, wrong)
    await app.sql(`update sign_in_attempt set locked_until = now() + interval '110 seconds' where locked_until is not null`)
    await times(3, right)
    expect((await right()).body.error_description).toBe('密码错误次数过多，请在 2 分钟后再试')
  })

  test('the lock ends by itself and counting restarts', async () => {
    await times(10, wrong)
    await app.sql(`update sign_in_attempt set locked_until = now() - interval '1 second' where locked_until is not null`)
    await times(9, async () => expect((await wrong()).body.error).toBe('wrong_password'))
    expect((await right()).status).toBe(200)
    expect(await attemptsOf('keeper')).toBe(0)
  })

  test('twenty concurrent attempts do not bypass the lock', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => wrong()))
    const judged = answers.filter(({ body }) => body.error === 'wrong_password')
    expect(judged).toHaveLength(10)
    expect(answers.filter(({ body }) => body.error === 'locked_out')).toHaveLength(10)
    expect(await right()).toMatchObject(locked)
  })

  test('nor does the right one among many wrong ones after the tenth', async () => {
    await times(10, wrong)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => (index === 15 ? right() : wrong())))
    expect(answers.every(({ body }) => body.error === 'locked_out')).toBe(true)
  })

  test('unlocking the screen counts too, and stays counted', async () => {
    const token = (await right()).body.access_token
    await callWith(app.url, token, '/osm/session/lock', {})
    const unlock = (word: string) => callWith(app.url, token, '/osm/session/unlock', { password: digest(word) })
    await times(10, async () => expect((await unlock('wrong')).error).toBe('wrong_password'))
    expect(await unlock(password)).toMatchObject({ status: 400, error: 'locked_out' })
    expect(await right()).toMatchObject(locked)
    await app.sql(`update sign_in_attempt set locked_until = now() - interval '1 second' where locked_until is not null`)
    expect((await unlock(password)).status).toBe(200)
  })

  test('what is no digest is refused before it counts', async () => {
    for (const word of ['', password, 'x'.repeat(64), `${digest(password)}0`])
      expect((await right('keeper', { password: word })).status).toBe(400)
    expect(await attemptsOf('keeper')).toBe(0)
  })
})
