import type { Entity } from '#contract/kit/entity/entity.ts'
import { snake } from '#contract/kit/fields/names.ts'
import { goneSql, scopeValues, tableName, writeChanges } from '../table.ts'

/**
 * SQL of the triggers that maintain the feed of lines which phones hold through their parent (`offline.scope: { by: 'parent' }`): a line is
 * in every scope of its parent, is dropped with it, and moves when the parent moves. `parent`: the linked entity, which has scopes of its
 * own.
 */
export function createLineSync(of: Entity, parent: Entity): string {
  const by = of.offline?.scope
  if (by?.by !== 'parent') throw new Error(`${of.name} is not kept through a parent`)
  const [table, above, link] = [tableName(of), tableName(parent), `${snake(by.field)}_id`]
  const gone = (line: string, row: string): string => `(${goneSql(of, line)}) or (${goneSql(parent, row)})`
  const scopes = (row: string): string => `cross join lateral (${scopeValues(parent, row, by.group)}) s(scope)`
  // For a changed line: the current scopes of its parent.
  const now = `select n.tenant_id, s.scope, n.id, ${gone('n', 'p')} as deleted from n join ${above} p on p.tenant_id = n.tenant_id and p.id = n.${link} ${scopes('p')} where s.scope is not null`
  const then = `select o.tenant_id, s.scope, o.id, true as deleted from o join ${above} p on p.tenant_id = o.tenant_id and p.id = o.${link} ${scopes('p')} where s.scope is not null`
  // For a changed parent: all its lines, in its old and new scopes. If its scopes and states stay the same, no line changes.
  const moved = `array(${scopeValues(parent, 'n')}) is distinct from array(${scopeValues(parent, 'o')}) or (${goneSql(parent, 'n')}) is distinct from (${goneSql(parent, 'o')})`
  const lines = `from n join o on o.tenant_id = n.tenant_id and o.id = n.id join ${table} l on l.tenant_id = n.tenant_id and l.${link} = n.id`
  const follow = `select l.tenant_id, s.scope, l.id, ${gone('l', 'n')} as deleted ${lines} ${scopes('n')} where s.scope is not null and (${moved})
    union all select l.tenant_id, s.scope, l.id, true ${lines} ${scopes('o')} where s.scope is not null and (${moved})`
  return `create function ${table}_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    ${writeChanges(of, now)};
  elsif tg_op = 'UPDATE' then
    ${writeChanges(of, `${now} union all ${then}`)};
  else
    ${writeChanges(of, then)};
  end if;
  return null;
end $$;
create trigger ${table}_sync_insert after insert on ${table} referencing new table as n for each statement execute function ${table}_sync();
create trigger ${table}_sync_update after update on ${table} referencing new table as n old table as o for each statement execute function ${table}_sync();
create trigger ${table}_sync_delete after delete on ${table} referencing old table as o for each statement execute function ${table}_sync();
create function ${table}_sync_parent() returns trigger language plpgsql as $$ begin
  ${writeChanges(of, follow)};
  return null;
end $$;
create trigger ${table}_sync_parent after update on ${above} referencing new table as n old table as o for each statement execute function ${table}_sync_parent();
`
}
