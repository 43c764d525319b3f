-- What has changed is told after every statement. For a few rows the columns are taken from the rows as JSON: such a statement keeps its plan in the session,
-- while one that is built for each call is parsed and planned again, which costs more than all else in the trigger. Many rows are read by their columns alone.
create or replace function live_change() returns trigger language plpgsql as $$
declare
  tenant text := nullif(current_setting('app.tenant', true), '');
  columns text[] := string_to_array(nullif(tg_argv[1], ''), ', ');
  rows_changed int;
  keys text := '*';
begin
  if tenant is null then return null; end if;
  if tg_op = 'DELETE' then
    select count(*) into rows_changed from (select from o limit 51) few;
  else
    select count(*) into rows_changed from (select from n limit 51) few;
  end if;
  if rows_changed = 0 then return null; end if;
  if columns is null then
    null;
  elsif rows_changed > 50 then
    execute format(
      'select case when count(*) > 40 then ''*'' else coalesce(string_agg(key::text, '','' order by key), '''') end
        from (select distinct unnest(array[%1$s]) as key from (%2$s) c) k where key is not null',
      tg_argv[1],
      case tg_op when 'INSERT' then format('select %s from n', tg_argv[1]) when 'DELETE' then format('select %s from o', tg_argv[1])
        else format('select %1$s from n union all select %1$s from o', tg_argv[1]) end
    ) into keys;
  elsif tg_op = 'INSERT' then
    select case when count(*) > 40 then '*' else coalesce(string_agg(key, ',' order by key), '') end into keys
      from (select distinct to_jsonb(n) ->> name as key from n cross join unnest(columns) name) k where key is not null;
  elsif tg_op = 'DELETE' then
    select case when count(*) > 40 then '*' else coalesce(string_agg(key, ',' order by key), '') end into keys
      from (select distinct to_jsonb(o) ->> name as key from o cross join unnest(columns) name) k where key is not null;
  else
    select case when count(*) > 40 then '*' else coalesce(string_agg(key, ',' order by key), '') end into keys
      from (select to_jsonb(n) ->> name as key from n cross join unnest(columns) name
        union select to_jsonb(o) ->> name from o cross join unnest(columns) name) k where key is not null;
  end if;
  perform pg_notify('wardkeeper_live', concat_ws(' ', 'change', tenant, tg_argv[0], keys));
  return null;
end $$;
