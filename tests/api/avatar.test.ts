import { expect, test } from 'vitest'
import { noAvatar } from '#contract/entities/identity/avatar.ts'
import { appForFile } from '#tests/harness/app-for-file.ts'
import type { Client } from '#tests/harness/app-for-test.ts'
import { photo, picture } from '#tests/harness/pictures.ts'

const app = await appForFile()
const keeper = await app.as('keeper')
const engineer = await app.as('engineer')

const put = async (by: Client, bytes: Buffer, name: string): Promise<{ id: string; link: string }> => {
  const body = new FormData()
  body.set('file', new File([new Uint8Array(bytes)], name))
  const answer = await fetch(`${app.url}/api/blade-resource/oss/endpoint/put-file`, { method: 'POST', headers: by.headers, body })
  return ((await answer.json()) as { data: { id: string; link: string } }).data
}
const set = (by: Client, avatar: string) => by.post('/blade-user/update-info', { avatar })
const shown = async (by: Client) => (await by.get<{ avatar: string }>('/blade-user/info')).data.avatar

test('[SHELL-VAL-AVATAR-1] a jpg and a png are taken, by their content, and a gif is refused', async () => {
  expect(await shown(keeper)).toBe(noAvatar)
  const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64')
  const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
  const { link } = await put(keeper, png, 'me.png')
  expect((await set(keeper, link)).status).toBe(200)
  const { id } = await put(keeper, await photo(64, 64), 'me.jpg')
  expect((await set(keeper, id)).status).toBe(200)
  expect(await shown(keeper)).toBe(`/api/file/${id}?size=thumb`)
  const named = await put(keeper, gif, 'me.png')
  expect(await set(keeper, named.id)).toMatchObject({ status: 400, msg: '头像只能是 jpg 或 png 图片' })
  expect(await shown(keeper)).toBe(`/api/file/${id}?size=thumb`)
})

test('[SHELL-VAL-AVATAR-2] 500 kb are taken, one byte more is refused', async () => {
  const small = await put(keeper, picture(500 * 1024), 'me.jpg')
  expect((await set(keeper, small.id)).status).toBe(200)
  const large = await put(keeper, picture(500 * 1024 + 1), 'me.jpg')
  expect(await set(keeper, large.id)).toMatchObject({ status: 400, msg: '头像不能超过 500kb' })
  expect(await shown(keeper)).toContain(small.id)
})

test('a picture is the person’s own: no other reads it, takes it, or names another address', async () => {
  const { id } = await put(keeper, await photo(40, 40), 'me.jpg')
  expect((await set(keeper, id)).status).toBe(200)
  expect((await keeper.file(`/file/${id}`)).status).toBe(200)
  expect((await engineer.file(`/file/${id}`)).status).toBe(404)
  for (const stolen of [id, 'https://elsewhere.example/me.png', 'javascript:alert(1)', '01900000-0000-7000-8000-0000000000aa'])
    expect([stolen, (await set(engineer, stolen)).status]).toEqual([stolen, 400])
  expect(await shown(engineer)).toBe(noAvatar)
  expect((await set(keeper, '')).status).toBe(200)
  expect(await shown(keeper)).toBe(noAvatar)
  // It hangs nowhere any more, as before it was chosen.
  expect((await keeper.file(`/file/${id}`)).status).toBe(200)
})
