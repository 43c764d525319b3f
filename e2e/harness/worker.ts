import type { CDPSession, Page } from '@playwright/test'

/** The service worker of the phone, reached through the browser's own tools. */
export interface PhoneWorker {
  /** Has the browser tell it that there is a network. Resolves once it is told. */
  sync(lastChance?: boolean): Promise<void>
  /** Has the browser hand it a message, as if it came from the push service. */
  push(message: object): Promise<void>
  /** Ends it at once. */
  stop(): Promise<void>
}

/** Finds the service worker under which a page runs. */
export async function phoneWorker(page: Page): Promise<PhoneWorker> {
  const session: CDPSession = await page.context().newCDPSession(page)
  const found = new Promise<string>((done) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const mine = registrations.find(({ scopeURL, isDeleted }) => !isDeleted && scopeURL.startsWith(new URL(page.url()).origin))
      if (mine) done(mine.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  const registrationId = await found
  const { origin } = new URL(page.url())
  return {
    sync: async (lastChance = false) => {
      await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag: 'outbox', lastChance })
    },
    push: async (message) => {
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data: JSON.stringify(message) })
    },
    stop: async () => {
      await session.send('ServiceWorker.stopAllWorkers')
    },
  }
}

/** What the browser has been asked to wake the service worker for. */
export const wakingTags = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const { sync } = (await navigator.serviceWorker.ready) as unknown as { sync: { getTags(): Promise<string[]> } }
    return sync.getTags()
  })
