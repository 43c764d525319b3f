import { createHash } from 'node:crypto'
import type { Entity } from '#contract/kit/entity.ts'
import { entities } from '#contract/registry.ts'
import { seesAll } from '../access.ts'
import type { Actor } from '../actor.ts'
import { mayHide } from '../blind-tasks.ts'
import { scopedBy } from '../reach.ts'

/** A text of what a person sees of an entity; the same text as long as the data scope stays. */
export function reachMark(of: Entity, actor: Actor): string {
  const { isAll, isOwn, deptIds, custom } = actor.reach(scopedBy(of))
  const said = JSON.stringify([isAll, isOwn, deptIds, custom, actor.userId, actor.deptId, mayHide(of, actor)])
  return `${of.name} ${createHash('sha256').update(said).digest('hex').slice(0, 16)}`
}

/** Whether what a mark says is still seen: the data scope has not changed, or is everything by now. */
export function stillSeen(mark: string, actor: Actor): boolean {
  const of = entities.find(({ name }) => name === mark.split(' ')[0])
  return of !== undefined && (seesAll(of, actor) || reachMark(of, actor) === mark)
}
