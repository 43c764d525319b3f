-- The logs are counted as they are written, by day and kind, so that a page of ten million entries knows its total and where it begins without
-- counting them.
create sequence log_count_seq;
create table log_count (
  tenant_id text collate "C" not null,
  -- the table of the log
  log text collate "C" not null,
  -- event and outcome, or entity and verb; both empty: all entries
  kind text collate "C" not null,
  act text collate "C" not null,
  -- in UTC
  day date not null,
  -- 0: a sum; else what one statement added or took away, until it is folded into the sum
  seq bigint not null default nextval('log_count_seq'),
  n bigint not null,
  primary key (tenant_id, log, kind, act, day, seq) include (n)
);
create index log_count_fresh on log_count (tenant_id) where seq > 0;
alter table log_count enable row level security;
alter table log_count force row level security;
create policy tenant on log_count using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create function access_log_tally() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into log_count (tenant_id, log, kind, act, day, n)
    select c.tenant_id, 'access_log', k.kind, k.act, (c.created_at at time zone 'UTC')::date, count(*) from n c
    cross join lateral (values ('', ''), (c.event, c.outcome)) k(kind, act) group by 1, 3, 4, 5;
  else
    insert into log_count (tenant_id, log, kind, act, day, n)
    select c.tenant_id, 'access_log', k.kind, k.act, (c.created_at at time zone 'UTC')::date, -count(*) from o c
    cross join lateral (values ('', ''), (c.event, c.outcome)) k(kind, act) group by 1, 3, 4, 5;
  end if;
  return null;
end $$;
-- Nothing takes an event away.
create function audit_event_tally() returns trigger language plpgsql as $$ begin
  insert into log_count (tenant_id, log, kind, act, day, n)
  select c.tenant_id, 'audit_event', k.kind, k.act, (c.at at time zone 'UTC')::date, count(*) from n c
  cross join lateral (values ('', ''), (c.entity, c.verb)) k(kind, act) group by 1, 3, 4, 5;
  return null;
end $$;
-- The kind of an error is what a page says, so that only their number is kept.
create function client_log_tally() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into log_count (tenant_id, log, kind, act, day, n)
    select c.tenant_id, 'client_log', '', '', (c.created_at at time zone 'UTC')::date, count(*) from n c group by 1, 5;
  else
    insert into log_count (tenant_id, log, kind, act, day, n)
    select c.tenant_id, 'client_log', '', '', (c.created_at at time zone 'UTC')::date, -count(*) from o c group by 1, 5;
  end if;
  return null;
end $$;

-- No entry comes between the count and the end of this migration.
lock table access_log, audit_event, client_log in share row exclusive mode;
do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant loop
    perform set_config('app.tenant', one, true);
    -- System administrators add people from sheets: who became one before that right was theirs reads those imports as well.
    insert into role_grant (tenant_id, role_id, right_code) select r.tenant_id, r.id, 'importJob.list' from role r
    where r.tenant_id = one and r.duty = 'system' and not r.is_deleted on conflict do nothing;
    insert into log_count (tenant_id, log, kind, act, day, seq, n)
    select c.tenant_id, 'access_log', k.kind, k.act, (c.created_at at time zone 'UTC')::date, 0, count(*) from access_log c
    cross join lateral (values ('', ''), (c.event, c.outcome)) k(kind, act) where c.tenant_id = one group by 1, 3, 4, 5;
    insert into log_count (tenant_id, log, kind, act, day, seq, n)
    select c.tenant_id, 'audit_event', k.kind, k.act, (c.at at time zone 'UTC')::date, 0, count(*) from audit_event c
    cross join lateral (values ('', ''), (c.entity, c.verb)) k(kind, act) where c.tenant_id = one group by 1, 3, 4, 5;
    insert into log_count (tenant_id, log, kind, act, day, seq, n)
    select c.tenant_id, 'client_log', '', '', (c.created_at at time zone 'UTC')::date, 0, count(*) from client_log c where c.tenant_id = one group by 1, 5;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

create trigger access_log_tally_insert after insert on access_log referencing new table as n for each statement execute function access_log_tally();
create trigger access_log_tally_delete after delete on access_log referencing old table as o for each statement execute function access_log_tally();
create trigger audit_event_tally_insert after insert on audit_event referencing new table as n for each statement execute function audit_event_tally();
create trigger client_log_tally_insert after insert on client_log referencing new table as n for each statement execute function client_log_tally();
create trigger client_log_tally_delete after delete on client_log referencing old table as o for each statement execute function client_log_tally();

-- A month goes with what was counted of its days, which lie in no other table of the log.
create or replace function keep_log_months(days integer) returns integer language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '5s' as $$
declare
  of_log text;
  old record;
  one text;
  tenant_before text := current_setting('app.tenant', true);
  dropped integer := 0;
begin
  if days < 180 then raise exception 'logs are kept for 180 days' using errcode = 'insufficient_privilege'; end if;
  perform pg_advisory_xact_lock(hashtextextended('log months', 0));
  foreach of_log in array array['access_log', 'client_log'] loop
    for ahead in 0..3 loop
      perform public.make_log_month(of_log, date_trunc('month', now(), 'UTC') + make_interval(months => ahead));
    end loop;
    for old in select c.relname as name, substring(pg_get_expr(c.relpartbound, c.oid) from 'FROM \(''([^'']+)''\)')::timestamp with time zone as since,
        substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamp with time zone as until
      from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = format('public.%I', of_log)::regclass loop
      if old.until <= now() - make_interval(days => days) then
        execute format('drop table log_months.%I', old.name);
        for one in select t.id from public.tenant t loop
          perform set_config('app.tenant', one, true);
          delete from public.log_count c where c.tenant_id = one and c.log = of_log
            and c.day >= coalesce((old.since at time zone 'UTC')::date, '-infinity') and c.day < (old.until at time zone 'UTC')::date;
        end loop;
        perform set_config('app.tenant', coalesce(tenant_before, ''), true);
        dropped := dropped + 1;
      end if;
    end loop;
  end loop;
  return dropped;
end $$;

-- The newest of one person and of one kind, and the entries that hold a keyword.
drop index access_log_user_id;
create index access_log_user_id on access_log (tenant_id, user_id, created_at desc, id desc);
create index access_log_kind on access_log (tenant_id, event, outcome, created_at desc, id desc);
create index access_log_grams on access_log using gin (tenant_id, gramsx(search));
create index audit_event_kind on audit_event (tenant_id, entity, verb, at desc, id desc);
create index audit_event_actor on audit_event (tenant_id, actor_id, at desc, id desc);
drop index client_log_newest;
-- What an error says and where it was.
alter table client_log add column search text
  generated always as (lower(left(coalesce(entry ->> 'message', ''), 300) || '|' || left(coalesce(entry ->> 'url', ''), 300))) stored;
create index client_log_grams on client_log using gin (tenant_id, gramsx(search));
create index client_log_newest on client_log (tenant_id, created_at desc, id desc);
