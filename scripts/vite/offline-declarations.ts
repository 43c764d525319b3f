import type { Plugin } from 'vite'
import { noticeKinds } from '../../contract/entities/notice/notice-kinds.ts'
import { offlineKinds, queuedFacts } from '../../contract/kit/entity/offline-kinds.ts'
import { calls, entities, machines } from '../../contract/registry.ts'

const declared = { calls, entities, machines }

const modules: Readonly<Record<string, () => string>> = {
  'virtual:offline-kinds': () => `export const kinds = ${JSON.stringify(offlineKinds(declared))}`,
  'virtual:kept-entities': () => `export const kept = ${JSON.stringify(entities.filter((of) => of.offline).map((of) => of.name))}`,
  'virtual:notice-kinds': () => `export const noticeKinds = ${JSON.stringify(noticeKinds)}`,
  // Parsed faster than a literal of the same size.
  'virtual:queued-facts': () => `export const facts = JSON.parse(${JSON.stringify(JSON.stringify(queuedFacts(declared)))})`,
}

/**
 * Gives the phone what it may queue and the words of all notices as plain facts, read from all declarations while the program is built: the phone's program has no room for the
 * declarations themselves, and the service worker has to know every kind without any page.
 */
export function offlineDeclarations(): Plugin {
  return {
    name: 'offline-declarations',
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : undefined),
    load: (id) => modules[id.slice(1)]?.(),
  }
}
