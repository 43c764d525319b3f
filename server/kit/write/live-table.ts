import type { Entity } from '#contract/kit/entity/entity.ts'
import { snake } from '#contract/kit/fields/names.ts'

/** The PostgreSQL channel for change notifications. */
export const liveChannel = 'wardkeeper_live'

/**
 * Columns that show cheaply who may see a row of an entity: departments, people and creator. Empty if everybody sees every row, or if
 * visibility depends on other rows or on roles (`through`, `members`, `seenWith`, `roles`): all people who may list the entity are then notified.
 */
function liveColumns(of: Entity): readonly string[] {
  const { scope } = of
  if (!scope || scope.through || scope.members || scope.seenWith || scope.roles) return []
  if (scope.own) return [`${snake(scope.own)}_id`]
  return [...(scope.dept ? [scope.dept] : []), ...(scope.also ?? []), ...(scope.persons ?? [])]
    .map((name) => `${snake(name)}_id`)
    .concat('created_by')
}

/**
 * The arguments of an entity's triggers for `live_change`: one trigger per kind of statement, as PostgreSQL requires for transition tables.
 */
export const liveArguments = (of: Entity): readonly [entity: string, columns: string] => [of.name, liveColumns(of).join(', ')]
