import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/pool.ts'
import { readSettings } from '#server/settings.ts'
import { startApp, type TestApp } from '#tests/harness/app-for-test.ts'
import { digest, home } from '#tests/harness/hospitals.ts'
import { askToken, byPassword } from './token-request.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const picture = async (url = app.url): Promise<{ key: string; image: string }> =>
  (await fetch(`${url}/api/blade-auth/oauth/captcha`)).json()
const answerOfPicture = async (key: string): Promise<string> =>
  String((await app.sql('select answer from captcha where id = $1', [key]))[0]?.answer)
const byCaptcha = (key: string, code: string, more: Record<string, string> = {}) =>
  byPassword('keeper', { grant_type: 'captcha', key, code, ...more })
const refused = { status: 400, body: { error: 'wrong_captcha' } }

describe('the captcha', () => {
  test('is a picture whose answer does not travel', async () => {
    const { key, image } = await picture()
    expect(image).toMatch(/^data:image\/svg\+xml;base64,/)
    const answer = await answerOfPicture(key)
    expect(answer).toHaveLength(4)
    expect(Buffer.from(image.split(',')[1]!, 'base64').toString()).not.toMatch(/<text/)
  })

  test('the right answer signs in, once, in parameters or headers, whatever its letters [SHELL-AUTH-1]', async () => {
    const first = await picture()
    const answer = await answerOfPicture(first.key)
    expect((await askToken(app, byCaptcha(first.key, ` ${answer.toUpperCase()} `))).body.user_id).toBe(home.users.keeper)
    expect(await askToken(app, byCaptcha(first.key, answer))).toMatchObject(refused)
    const second = await picture()
    const headers = { 'captcha-key': second.key, 'captcha-code': await answerOfPicture(second.key), 'tenant-id': home.tenant }
    const { tenantId: _, ...rest } = byPassword('keeper', { grant_type: 'captcha' })
    expect((await askToken(app, rest, { headers })).status).toBe(200)
  })

  test('a wrong answer uses it up', async () => {
    const { key } = await picture()
    const answer = await answerOfPicture(key)
    expect(await askToken(app, byCaptcha(key, 'zzzz'))).toMatchObject(refused)
    expect(await askToken(app, byCaptcha(key, answer))).toMatchObject(refused)
  })

  test('two who answer it at once: one of them', async () => {
    const { key } = await picture()
    const answer = await answerOfPicture(key)
    const both = await Promise.all([1, 2, 3, 4].map(() => askToken(app, byCaptcha(key, answer))))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
  })

  test('expired, unknown, absent and made-up ones are refused', async () => {
    const { key } = await picture()
    const answer = await answerOfPicture(key)
    await app.sql(`update captcha set expires_at = now() - interval '1 second' where id = $1`, [key])
    expect(await askToken(app, byCaptcha(key, answer))).toMatchObject(refused)
    for (const made of [v7(), '', "' or 1=1", '__proto__'])
      expect(await askToken(app, byCaptcha(made, answer))).toMatchObject({ status: 400 })
    expect(await askToken(app, byPassword('keeper', { grant_type: 'captcha' }))).toMatchObject(refused)
  })

  test('a wrong password after a right answer counts as one', async () => {
    const { key } = await picture()
    expect(await askToken(app, byCaptcha(key, await answerOfPicture(key), { password: digest('wrong') }))).toMatchObject({
      status: 400,
      body: { error: 'wrong_password' },
    })
  })

  test('where the settings ask for one, a password alone is not enough', async () => {
    const pool = openPool(app.database.appUrl, 2)
    const strict = await buildApp({
      settings: readSettings({ NODE_ENV: 'test', RATE_LIMIT: '0', LOG_LEVEL: 'silent', CAPTCHA: 'on' }),
      pool,
    })
    const url = await strict.listen({ host: '127.0.0.1', port: 0 })
    try {
      expect(await askToken({ url }, byPassword('keeper'))).toMatchObject(refused)
      const { key } = await picture(url)
      expect((await askToken({ url }, byPassword('keeper', { key, code: await answerOfPicture(key) }))).status).toBe(200)
    } finally {
      await strict.close()
      await pool.end()
    }
  })
})
