/** The kinds that phones may queue; made from the declarations when the program is built, see `scripts/vite/offline-declarations.ts`. */
declare module 'virtual:offline-kinds' {
  export const kinds: readonly import('#contract/kit/entity/offline-kinds.ts').OfflineKind[]
}

/** The entities whose rows phones keep. */
declare module 'virtual:kept-entities' {
  export const kept: readonly string[]
}

/** The kinds of notices of all modules, also of those without a page on the phone. */
declare module 'virtual:notice-kinds' {
  export const noticeKinds: typeof import('#contract/entities/notice/notice-kinds.ts').noticeKinds
}

/** What the queue page says of them. */
declare module 'virtual:queued-facts' {
  export const facts: ReturnType<typeof import('#contract/kit/entity/offline-kinds.ts').queuedFacts>
}

/** The files that read text in pictures: addresses and sizes in bytes; see `scripts/vite/nameplate-pack.ts`. */
declare module 'virtual:nameplate-pack' {
  export const files: Readonly<
    Record<'runtime' | 'detection' | 'direction' | 'recognition' | 'dictionary', { readonly url: string; readonly bytes: number }>
  >
}
