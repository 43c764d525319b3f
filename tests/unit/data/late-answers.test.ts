// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadPerson, person, signOut, useSession } from '#src/data/session.ts'
import { lookForUnread, useUnread } from '#src/data/unread.ts'

const nurse = { user_id: 'n', tenantId: '100001', realName: '护士', rights: ['notice.list'] }
const held: { path: string; answer: (data: unknown) => void }[] = []

/** A server that answers when the test lets it. */
const holding = async (url: string): Promise<Response> => {
  const data = await new Promise((answer) => held.push({ path: url.replace(/^\/api/, '').split('?')[0]!, answer }))
  return new Response(JSON.stringify({ code: 200, success: true, msg: '', data }), { headers: { 'x-eam-epoch': 'e1' } })
}
const answer = (path: RegExp, data: unknown): void => {
  const at = held.findIndex((one) => path.test(one.path))
  held.splice(at, 1)[0]!.answer(data)
}

beforeEach(() => {
  localStorage.clear()
  held.length = 0
  vi.stubGlobal('fetch', holding)
  useSession.setState({ person: undefined, isLocked: false })
})
afterEach(() => vi.unstubAllGlobals())

it('a signed-out person is not signed in again by an answer that was still on its way', async () => {
  const look = loadPerson()
  const leaving = signOut()
  answer(/logout/, null)
  await leaving
  answer(/info/, nurse)
  await look
  expect(person()).toBeUndefined()
})

it('of two requests for the person the newer one wins, in any order of answers', async () => {
  const looks = [loadPerson(), loadPerson()]
  const [older, newer] = held.splice(0)
  newer!.answer({ ...nurse, realName: 'Nurse' })
  await looks[1]
  older!.answer(nurse)
  await looks[0]
  expect(person()?.realName).toBe('Nurse')
})

it('the number of unread notices is that of the newest request, in any order of answers', async () => {
  const signing = loadPerson()
  answer(/info/, nurse)
  await signing
  const looks = [lookForUnread(), lookForUnread()]
  const [older, newer] = held.splice(0)
  newer!.answer({ count: 0 })
  await looks[1]
  older!.answer({ count: 7 })
  await looks[0]
  expect(useUnread.getState().count).toBe(0)
})
