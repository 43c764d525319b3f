-- The logs of sign-ins and of page errors lie in months, so that a search looks only where it must and what is old goes as a whole table. The months
-- stand in a schema of their own, in which only the owner has rights; everything is read and written through the two tables.
create schema if not exists log_months;

-- Makes the month of a log that holds this moment. Answers whether it is there: rows of the month that came before it keep it away.
create function make_log_month(log text, at timestamp with time zone) returns boolean language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  since timestamp with time zone := date_trunc('month', at, 'UTC');
  month text := format('%s_%s', log, to_char(since at time zone 'UTC', 'YYYY_MM'));
begin
  if to_regclass(format('log_months.%I', month)) is not null then return true; end if;
  execute format('create table log_months.%I (like public.%I including defaults including generated)', month, log);
  execute format('alter table log_months.%I enable row level security', month);
  execute format('alter table log_months.%I force row level security', month);
  execute format('create policy tenant on log_months.%I using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')))', month);
  execute format('alter table public.%I attach partition log_months.%I for values from (%L) to (%L)', log, month, since,
    date_trunc('month', since + interval '40 days', 'UTC'));
  return true;
exception when check_violation or invalid_object_definition then
  -- Its rows stay where they are and are found there.
  return false;
end $$;

-- Makes the months up to three ahead; with a number of days, drops those that ended that long ago. Runs as the owner, reads no row for anyone.
create function keep_log_months(days integer) returns integer language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '5s' as $$
declare
  log text;
  old record;
  dropped integer := 0;
begin
  if days < 180 then raise exception 'logs are kept for 180 days' using errcode = 'insufficient_privilege'; end if;
  perform pg_advisory_xact_lock(hashtextextended('log months', 0));
  foreach log in array array['access_log', 'client_log'] loop
    for ahead in 0..3 loop
      perform public.make_log_month(log, date_trunc('month', now(), 'UTC') + make_interval(months => ahead));
    end loop;
    for old in select c.relname as name, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamp with time zone as until
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = format('public.%I', log)::regclass loop
      if old.until <= now() - make_interval(days => days) then
        execute format('drop table log_months.%I', old.name);
        dropped := dropped + 1;
      end if;
    end loop;
  end loop;
  return dropped;
end $$;

-- What is there already becomes the first month of its log, with all before it: no row is copied.
do $$ declare
  log text;
  one record;
  until timestamp with time zone := date_trunc('month', now(), 'UTC') + interval '1 month';
begin
  foreach log in array array['access_log', 'client_log'] loop
    for one in select tgname from pg_trigger where tgrelid = format('public.%I', log)::regclass and not tgisinternal loop
      execute format('drop trigger %I on %I', one.tgname, log);
    end loop;
    for one in select distinct grantee::regrole::text as name from pg_class c, aclexplode(c.relacl) a
      where c.oid = format('public.%I', log)::regclass and a.grantee <> 0 and a.grantee <> c.relowner loop
      execute format('revoke all on %I from %s', log, one.name);
    end loop;
    execute format('alter table %I rename to %I', log, log || '_before');
    execute format('alter table %I set schema log_months', log || '_before');
    execute format('alter table log_months.%I drop constraint %I, add primary key (tenant_id, id, created_at)', log || '_before', log || '_pkey');
    execute format('create table %I (like log_months.%I including defaults including generated) partition by range (created_at)', log, log || '_before');
    execute format('alter table %I add constraint %I primary key (tenant_id, id, created_at)', log, log || '_pkey');
    execute format('alter table %I enable row level security', log);
    execute format('alter table %I force row level security', log);
    execute format('create policy tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')))', log);
  end loop;
  alter table access_log add constraint access_log_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
  alter table access_log add constraint access_log_actor_id_fk foreign key (tenant_id, actor_id) references app_user (tenant_id, id);
  create index access_log_user_id on access_log (tenant_id, user_id);
  create index access_log_actor_id on access_log (tenant_id, actor_id);
  create index access_log_newest on access_log (tenant_id, created_at desc, id desc);
  create index client_log_by_user on client_log (tenant_id, user_id, created_at desc, id desc);
  create trigger access_log_kept before update or delete on access_log for each row execute function keep_access_log();
  create trigger access_log_live_insert after insert on access_log referencing new table as n for each statement execute function live_change('accessLog', '');
  create trigger access_log_live_update after update on access_log referencing new table as n old table as o
    for each statement execute function live_change('accessLog', '');
  create trigger access_log_live_delete after delete on access_log referencing old table as o for each statement execute function live_change('accessLog', '');
  foreach log in array array['access_log', 'client_log'] loop
    execute format('alter table %I attach partition log_months.%I for values from (minvalue) to (%L)', log, log || '_before', until);
    -- Nothing is lost while no months were made, such as at a server whose clock was wrong.
    execute format('create table log_months.%I partition of %I default', log || '_rest', log);
    execute format('alter table log_months.%I enable row level security', log || '_rest');
    execute format('alter table log_months.%I force row level security', log || '_rest');
    execute format('create policy tenant on log_months.%I using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')))', log || '_rest');
  end loop;
end $$;
create index client_log_newest on client_log (tenant_id, id desc);
grant usage on schema log_months to public;
select keep_log_months(null);
