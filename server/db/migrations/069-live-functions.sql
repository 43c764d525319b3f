-- Triggers that tell open pages what has changed run a function of their table. One function for all tables has to compose its statement, which PostgreSQL then
-- plans again at each write: 240 of the 390 microseconds of an update. The statement of a table's own function is planned once a connection.
--
-- `told` is the table, `entity` its name in a message. `columns` hold the departments and people that a row concerns, separated by commas; none: everybody.
create function tell_changes(told regclass, entity text, columns text) returns void language plpgsql as $$
declare
  name text := (select relname || '_live' from pg_class where oid = told);
  body text := '';
  change record;
begin
  for change in
    select * from (values
      ('insert', 'new table as n', 'n', 'select %1$s from n'),
      ('update', 'new table as n old table as o', 'n', 'select %1$s from n union all select %1$s from o'),
      ('delete', 'old table as o', 'o', 'select %1$s from o')) v(verb, rows, changed, concerned)
  loop
    body := body || format($q$
  if tg_op = %L then
    if not exists (select from %s) then return null; end if;$q$, upper(change.verb), change.changed);
    if columns <> '' then
      body := body || format($q$
    select case when count(*) > 40 then '*' else coalesce(string_agg(key::text, ',' order by key), '') end into keys
      from (select distinct unnest(array[%s]) as key from (%s) c) k where key is not null;$q$, columns, format(change.concerned, columns));
    end if;
    body := body || '
  end if;';
  end loop;
  execute format($q$create or replace function %I() returns trigger language plpgsql as $f$
declare
  tenant text := nullif(current_setting('app.tenant', true), '');
  keys text := '*';
begin
  if tenant is null then return null; end if;%s
  perform pg_notify('wardkeeper_live', concat_ws(' ', 'change', tenant, tg_argv[0], keys));
  return null;
end $f$ $q$, name, body);
  for change in
    select * from (values ('insert', 'new table as n'), ('update', 'new table as n old table as o'), ('delete', 'old table as o')) v(verb, rows)
  loop
    execute format('create or replace trigger %I after %s on %s referencing %s for each statement execute function %I(%L, %L)',
      name || '_' || change.verb, change.verb, told, change.rows, name, entity, columns);
  end loop;
end $$;
revoke execute on function tell_changes(regclass, text, text) from public;

create or replace function fence_table(made regclass, entity text, columns text, title text default null) returns void language plpgsql as $$
begin
  execute format('alter table %s enable row level security', made);
  execute format('alter table %s force row level security', made);
  execute format($q$create policy tenant on %s using (tenant_id = (select nullif(current_setting('app.tenant', true), '')))$q$, made);
  perform tell_changes(made, entity, columns);
  if title is not null then
    execute format('create constraint trigger %1$I after update on %2$s deferrable initially deferred for each row
      when (old.%3$I is distinct from new.%3$I) execute function bump_names()', made || '_names', made, title);
    execute format('create constraint trigger %I after delete on %s deferrable initially deferred for each row execute function bump_names()',
      made || '_names_gone', made);
  end if;
end $$;

do $$ declare t record; begin
  for t in
    select distinct tgrelid::regclass as told, split_part(encode(tgargs, 'escape'), '\000', 1) as entity, split_part(encode(tgargs, 'escape'), '\000', 2) as columns
    from pg_trigger where tgfoid = 'live_change'::regproc and tgparentid = 0
  loop
    perform tell_changes(t.told, t.entity, t.columns);
  end loop;
end $$;
drop function live_change();
