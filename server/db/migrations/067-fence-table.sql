-- What every table of a tenant has beside its columns: forced row level security, and triggers that tell open pages what has changed. `columns` say whom a row
-- concerns (see `live_change`). `title` is the column that processes remember rows by, where they do: they are told when it changes.
create function fence_table(made regclass, entity text, columns text, title text default null) returns void language plpgsql as $$
declare
  change record;
begin
  execute format('alter table %s enable row level security', made);
  execute format('alter table %s force row level security', made);
  execute format($q$create policy tenant on %s using (tenant_id = (select nullif(current_setting('app.tenant', true), '')))$q$, made);
  for change in select * from (values ('insert', 'new table as n'), ('update', 'new table as n old table as o'), ('delete', 'old table as o')) v(verb, rows) loop
    execute format('create trigger %I after %s on %s referencing %s for each statement execute function live_change(%L, %L)',
      made || '_live_' || change.verb, change.verb, made, change.rows, entity, columns);
  end loop;
  if title is not null then
    execute format('create constraint trigger %1$I after update on %2$s deferrable initially deferred for each row
      when (old.%3$I is distinct from new.%3$I) execute function bump_names()', made || '_names', made, title);
    execute format('create constraint trigger %I after delete on %s deferrable initially deferred for each row execute function bump_names()',
      made || '_names_gone', made);
  end if;
end $$;
revoke execute on function fence_table(regclass, text, text, text) from public;
