import { type KindBook, kindBook } from './kinds.ts'

/** What the phone may queue. `check.scan` is an observation: every one is accepted, none depends on another. */
export const phoneKinds: KindBook = kindBook([{ kind: 'check.scan', commutative: true }])
