-- What sign-ins are searched by, account and address, repeats in thousands of entries: each text is kept once for a month, with how many entries have it, and
-- a keyword is looked up there: an index of fragments would have each of them in millions of entries.
create table log_word (
  tenant_id text collate "C" not null,
  -- the table of the log
  log text collate "C" not null,
  -- what its column `search` holds
  word text collate "C" not null,
  -- its first day, in UTC
  month date not null,
  -- as in log_count
  seq bigint not null default nextval('log_count_seq'),
  n bigint not null,
  primary key (tenant_id, log, word, month, seq) include (n)
);
create index log_word_fresh on log_word (tenant_id) where seq > 0;
alter table log_word enable row level security;
alter table log_word force row level security;
create policy tenant on log_word using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create or replace function access_log_tally() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into log_count (tenant_id, log, kind, act, day, n)
    select c.tenant_id, 'access_log', k.kind, k.act, (c.created_at at time zone 'UTC')::date, count(*) from n c
    cross join lateral (values ('', ''), (c.event, c.outcome)) k(kind, act) group by 1, 3, 4, 5;
    insert into log_word (tenant_id, log, word, month, n)
    select c.tenant_id, 'access_log', c.search, date_trunc('month', c.created_at at time zone 'UTC')::date, count(*) from n c group by 1, 3, 4;
  else
    insert into log_count (tenant_id, log, kind, act, day, n)
    select c.tenant_id, 'access_log', k.kind, k.act, (c.created_at at time zone 'UTC')::date, -count(*) from o c
    cross join lateral (values ('', ''), (c.event, c.outcome)) k(kind, act) group by 1, 3, 4, 5;
    insert into log_word (tenant_id, log, word, month, n)
    select c.tenant_id, 'access_log', c.search, date_trunc('month', c.created_at at time zone 'UTC')::date, -count(*) from o c group by 1, 3, 4;
  end if;
  return null;
end $$;

-- No entry comes between the count and the end of this migration.
lock table access_log in share row exclusive mode;
do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant loop
    perform set_config('app.tenant', one, true);
    insert into log_word (tenant_id, log, word, month, seq, n)
    select c.tenant_id, 'access_log', c.search, date_trunc('month', c.created_at at time zone 'UTC')::date, 0, count(*) from access_log c
    where c.tenant_id = one group by 1, 3, 4;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

drop index access_log_grams;
-- In the order of the kept texts, which are compared with it.
create index access_log_search on access_log (tenant_id, search collate "C", created_at desc, id desc);

-- A month goes with what was counted of it.
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
          delete from public.log_word c where c.tenant_id = one and c.log = of_log
            and c.month >= coalesce((old.since at time zone 'UTC')::date, '-infinity') and c.month < (old.until at time zone 'UTC')::date;
        end loop;
        perform set_config('app.tenant', coalesce(tenant_before, ''), true);
        dropped := dropped + 1;
      end if;
    end loop;
  end loop;
  return dropped;
end $$;
