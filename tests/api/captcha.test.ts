import sharp from 'sharp'
import { v7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPool } from '#server/db/pool.ts'
import { captchaPicture, captchaSize } from '#server/features/identity/sign-in/captcha-picture.ts'
import { readSettings } from '#server/settings.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import { digest, home } from '#tests/harness/hospitals.ts'
import { askToken, byPassword } from './token-request.ts'

const app = await appForFile()

const picture = async (url = app.url): Promise<{ key: string; image: string }> =>
  (await fetch(`${url}/api/blade-auth/oauth/captcha`)).json()
/** Names of the chunks of a PNG, in order. */
const chunksOf = (png: Buffer): string[] => {
  const names: string[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) names.push(png.toString('latin1', at + 4, at + 8))
  return names
}
const answerOfPicture = async (key: string): Promise<string> =>
  String((await app.sql('select answer from captcha where id = $1', [key]))[0]?.answer)
const byCaptcha = (key: string, code: string, more: Record<string, string> = {}) =>
  byPassword('keeper', { grant_type: 'captcha', key, code, ...more })
const refused = { status: 400, body: { error: 'wrong_captcha' } }

describe('the captcha', () => {
  test('is a PNG of pixels: no outline, text or answer is sent', async () => {
    const body = await (await fetch(`${app.url}/api/blade-auth/oauth/captcha`)).text()
    const { key, image } = JSON.parse(body) as { key: string; image: string }
    const answer = await answerOfPicture(key)
    expect(answer).toMatch(/^[a-z2-9]{4}$/)
    expect(image).toMatch(/^data:image\/png;base64,/)
    const bytes = Buffer.from(image.split(',')[1]!, 'base64')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', ...captchaSize })
    // Of the chunks that a PNG may have, those for text, profiles and notes are absent.
    expect([...new Set(chunksOf(bytes))].sort()).toEqual(expect.arrayContaining(['IDAT', 'IEND', 'IHDR']))
    expect(chunksOf(bytes).filter((chunk) => !['IHDR', 'IDAT', 'IEND', 'pHYs'].includes(chunk))).toEqual([])
    expect(bytes.toString('latin1')).not.toMatch(/<svg|<path|<text/)
    expect(Object.keys(JSON.parse(body) as object).sort()).toEqual(['image', 'key'])
  })

  test('draws the same text differently every time, with connected and cut strokes', async () => {
    const raw = async () =>
      sharp(await captchaPicture('ab3d'))
        .extractChannel(0)
        .raw()
        .toBuffer()
    const pictures = await Promise.all([raw(), raw(), raw(), raw()])
    const isInk = (picture: Buffer, at: number) => picture[at]! < 128
    for (const [index, one] of pictures.entries())
      for (const next of pictures.slice(index + 1)) {
        let both = 0
        let either = 0
        for (let at = 0; at < one.length; at++) {
          if (isInk(one, at) && isInk(next, at)) both++
          if (isInk(one, at) || isInk(next, at)) either++
        }
        // Two that were only strewn with other dots would share nine tenths of their ink.
        expect(both / either).toBeLessThan(0.7)
      }
    // A curve touches every column, so that no white gap tells one character from the next.
    for (const picture of pictures) {
      const { width, height } = captchaSize
      const empty = Array.from({ length: width }, (_, x) => x).filter(
        (x) => !Array.from({ length: height }, (_, y) => y * width + x).some((at) => isInk(picture, at)),
      )
      expect(empty.length).toBeLessThan(width / 10)
    }
  })

  test('a hundred at once are drawn two at a time, and the rest are asked to wait', async () => {
    const asked = await Promise.allSettled(Array.from({ length: 150 }, () => captchaPicture('ab3d')))
    const refused = asked.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(48)
    expect((refused[0] as PromiseRejectedResult).reason).toMatchObject({ code: 'busy' })
    expect((await captchaPicture('ab3d')).length).toBeGreaterThan(1000)
  })

  test('the right answer signs in, once, in parameters or headers, in upper or lower case', async () => {
    const first = await picture()
    const answer = await answerOfPicture(first.key)
    expect((await askToken(app, byCaptcha(first.key, ` ${answer.toUpperCase()} `))).body.user_id).toBe(home.users.keeper)
    expect(await askToken(app, byCaptcha(first.key, answer))).toMatchObject(refused)
    const second = await picture()
    const headers = { 'captcha-key': second.key, 'captcha-code': await answerOfPicture(second.key), 'tenant-id': home.tenant }
    const { tenantId: _, ...rest } = byPassword('keeper', { grant_type: 'captcha' })
    expect((await askToken(app, rest, { headers })).status).toBe(200)
  })

  test('a wrong answer invalidates it', async () => {
    const { key } = await picture()
    const answer = await answerOfPicture(key)
    expect(await askToken(app, byCaptcha(key, 'zzzz'))).toMatchObject(refused)
    expect(await askToken(app, byCaptcha(key, answer))).toMatchObject(refused)
  })

  test('of two simultaneous answers one is accepted', async () => {
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

  test('where the settings ask for one, a password alone is not enough [SHELL-CONST-6] (deviation)', async () => {
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
