import type { NoticeFacts } from '../../kit/module.ts'

/** Notice kinds by name: the registry and the phone collect them from their modules. */
export const noticeKinds: Record<string, NoticeFacts['kinds'][string]> = {}

/** The entities whose records a notice leads to, gathered in the same way. */
export const noticeTargets: NoticeFacts['targets'] = {}

/** Adds what a module tells people of. */
export function gatherNotices({ kinds, targets }: NoticeFacts): void {
  Object.assign(noticeKinds, kinds)
  Object.assign(noticeTargets, targets)
}
