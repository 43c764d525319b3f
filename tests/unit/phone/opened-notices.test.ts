import { afterEach, expect, test, vi } from 'vitest'
import { openNotices } from '#src/app/phone/opened-notices.ts'
import { type Person, useSession } from '#src/data/session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.setState({ person: undefined })
})

const ann = { tenantId: 't1', user_id: 'ann', realName: 'Ann', rights: [] as readonly string[] } as Person

test('a browser whose person has signed out gets nothing more for them, although the server was not reached', async () => {
  const unsubscribe = vi.fn(async () => true)
  const registration = { pushManager: { getSubscription: async () => ({ unsubscribe }) } }
  const serviceWorker = { addEventListener: () => {}, getRegistration: async () => registration }
  vi.stubGlobal('navigator', { onLine: false, serviceWorker })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  useSession.setState({ person: ann })
  openNotices()
  useSession.setState({ person: { ...ann, realName: 'Ann B.' } })
  expect(unsubscribe).not.toHaveBeenCalled()
  useSession.setState({ person: undefined })
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
})
