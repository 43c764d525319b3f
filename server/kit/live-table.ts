import type { Entity } from '#contract/kit/entity.ts'
import { snake } from '#contract/kit/names.ts'

/** The channel of PostgreSQL that carries what has changed. */
export const liveChannel = 'wardkeeper_live'

/**
 * Columns that tell cheaply who may see a row of an entity: departments, people it names and its creator. Empty where everybody sees every row, or where only
 * other rows would tell (`through`, `members`): a change is then told to everybody who may list the entity.
 */
function liveColumns(of: Entity): readonly string[] {
  const { scope } = of
  if (!scope || scope.through || scope.members) return []
  if (scope.own) return [`${snake(scope.own)}_id`]
  return [...(scope.dept ? [scope.dept] : []), ...(scope.also ?? []), ...(scope.persons ?? [])]
    .map((name) => `${snake(name)}_id`)
    .concat('created_by')
}

/** What the triggers of an entity hand to `live_change`: one trigger for each kind of statement, as PostgreSQL requires for the changed rows. */
export const liveArguments = (of: Entity): readonly [entity: string, columns: string] => [of.name, liveColumns(of).join(', ')]
