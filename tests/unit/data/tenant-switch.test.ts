// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keep } from '#src/data/stored.ts'

const nurse = { user_id: 'n', tenantId: '100001', realName: '护士', rights: [] }
const elsewhere = { ...nurse, user_id: 'm', tenantId: '100002' }

const ok = (body: object): Response => new Response(JSON.stringify(body), { headers: { 'x-eam-epoch': 'e1' } })
const lost = (): Response => {
  throw new TypeError('Failed to fetch')
}

/** What the server answers to the switch and to the question who is signed in. */
let onSwitch: () => Response
let onInfo: () => Response
const asked: string[] = []

/** The program of a page that was opened with a person signed in. */
const opened = async () => {
  vi.resetModules()
  const session = await import('#src/data/session.ts')
  const { currentTenant } = await import('#src/data/who.ts')
  session.watchSession()
  return { ...session, currentTenant }
}
const settled = (): Promise<void> => new Promise((done) => setImmediate(done))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  localStorage.clear()
  asked.length = 0
  keep('person', nurse)
  onInfo = () => ok({ code: 200, data: elsewhere })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return url.includes('switch_token') ? onSwitch() : onInfo()
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a switch whose answer is lost or cut continues in the tenant that the server reports', async () => {
  for (const answer of [lost, () => new Response('{"access_tok', { headers: { 'x-eam-epoch': 'e1' } })]) {
    keep('person', nurse)
    onSwitch = answer
    const page = await opened()
    await page.switchTenant('100002')
    expect([page.person()?.tenantId, page.currentTenant()]).toEqual(['100002', '100002'])
  }
})

it('without any answer it is asked again when the network is back, or by the page that is opened next', async () => {
  for (const again of ['online', 'time', 'opened'] as const) {
    keep('person', nurse)
    onSwitch = lost
    onInfo = lost
    const page = await opened()
    await expect(page.switchTenant('100002')).rejects.toMatchObject({ error: 'network' })
    expect(page.person()?.tenantId).toBe('100001')
    onInfo = () => ok({ code: 200, data: elsewhere })
    if (again === 'online') dispatchEvent(new Event('online'))
    if (again === 'time') vi.advanceTimersByTime(10_000)
    const now = again === 'opened' ? await opened() : page
    await vi.waitFor(() => expect([now.person()?.tenantId, now.currentTenant()]).toEqual(['100002', '100002']))
    asked.length = 0
    dispatchEvent(new Event('online'))
    await settled()
    expect(asked).toEqual([])
  }
})

it('a switch that never arrived is reported as failed, and a refused one sends no further request', async () => {
  const page = await opened()
  onSwitch = lost
  onInfo = () => ok({ code: 200, data: nurse })
  await expect(page.switchTenant('100002')).rejects.toMatchObject({ error: 'network' })
  expect([page.person()?.tenantId, page.currentTenant()]).toEqual(['100001', '100001'])
  asked.length = 0
  onSwitch = () => new Response(JSON.stringify({ code: 404, error: 'not_found', msg: '' }), { status: 404 })
  await expect(page.switchTenant('100002')).rejects.toMatchObject({ error: 'not_found' })
  dispatchEvent(new Event('online'))
  await settled()
  expect(asked).toHaveLength(1)
})
