import { createHash } from 'node:crypto'
import type { Entity } from '#contract/kit/entity/entity.ts'
import { entities } from '#contract/registry.ts'
import { seesAll } from '../access/access.ts'
import type { Actor } from '../access/actor.ts'
import { mayHide } from '../access/blind-tasks.ts'
import { scopeEntityOf } from '../access/scope-of-roles.ts'

/** A fingerprint of a person's data scope for an entity; it stays the same as long as the scope does. */
export function scopeMark(of: Entity, actor: Actor): string {
  const { isAll, isOwn, deptIds, custom } = actor.scopeOf(scopeEntityOf(of))
  const said = JSON.stringify([isAll, isOwn, deptIds, custom, actor.userId, actor.deptId, mayHide(of, actor)])
  return `${of.name} ${createHash('sha256').update(said).digest('hex').slice(0, 16)}`
}

/** Whether the person still sees what a mark stands for: the data scope is unchanged, or now covers all rows. */
export function scopeStillCovers(mark: string, actor: Actor): boolean {
  const of = entities.find(({ name }) => name === mark.split(' ')[0])
  return of !== undefined && (seesAll(of, actor) || scopeMark(of, actor) === mark)
}
