/** Tag of the browser's background sync, where supported. */
export const SYNC_TAG = 'outbox'

/** Messages from a page to the service worker. */
export const FLUSH = 'FLUSH'
export const SKIP_WAITING = 'SKIP_WAITING'

/** Message from the service worker to a page: opens the page of a notification. */
export const OPEN = 'OPEN'
