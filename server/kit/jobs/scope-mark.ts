import { createHash } from 'node:crypto'
import type { Entity } from '#contract/kit/entity.ts'
import { entities } from '#contract/registry.ts'
import { seesAll } from '../access.ts'
import type { Actor } from '../actor.ts'
import { mayHide } from '../blind-tasks.ts'
import { scopedBy } from '../scope-of-roles.ts'

/** A text of what a person sees of an entity; the same text as long as the data scope stays. */
export function scopeMark(of: Entity, actor: Actor): string {
  const { isAll, isOwn, deptIds, custom } = actor.scopeOf(scopedBy(of))
  const said = JSON.stringify([isAll, isOwn, deptIds, custom, actor.userId, actor.deptId, mayHide(of, actor)])
  return `${of.name} ${createHash('sha256').update(said).digest('hex').slice(0, 16)}`
}

/** Whether what a mark says is still seen: the data scope has not changed, or is everything by now. */
export function stillSeen(mark: string, actor: Actor): boolean {
  const of = entities.find(({ name }) => name === mark.split(' ')[0])
  return of !== undefined && (seesAll(of, actor) || scopeMark(of, actor) === mark)
}
