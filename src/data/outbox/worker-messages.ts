/** Tag of the browser's background sync, where there is one. */
export const SYNC_TAG = 'outbox'

/** Messages from a page to the service worker. */
export const FLUSH = 'FLUSH'
export const SKIP_WAITING = 'SKIP_WAITING'
