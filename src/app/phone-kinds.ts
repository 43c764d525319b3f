/// <reference path="../virtual.d.ts" />
import { kinds } from 'virtual:offline-kinds'
import { kindOf } from '#src/data/outbox/store/derived-kinds.ts'
import { type KindBook, kindBook } from '#src/data/outbox/store/kinds.ts'

/** What the phone may queue, as the contract declares it; for the pages and the service worker. */
export const phoneKinds: KindBook = kindBook(kinds.map(kindOf))
