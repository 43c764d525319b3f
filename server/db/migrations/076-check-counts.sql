-- Lines of checks are counted beside them, by check, department, result, posting and day, so that boards and first pages of a running check read no lines.
create sequence check_line_count_seq;
create table check_line_count (
  tenant_id text collate "C" not null,
  check_id uuid not null,
  -- the department that counts; zeros: none
  dept_id uuid not null,
  result text collate "C" not null,
  posting text collate "C" not null,
  is_surplus smallint not null,
  -- the day in the hospital on which the line was seen; -infinity: not yet
  seen_on date not null,
  -- 0: a sum; else what one statement added or took away, until it is folded into the sum
  seq bigint not null default nextval('check_line_count_seq'),
  n bigint not null,
  value numeric(20,2) not null,
  primary key (tenant_id, check_id, dept_id, result, posting, is_surplus, seen_on, seq) include (n, value)
);
create index check_line_count_fresh on check_line_count (tenant_id) where seq > 0;
alter table check_line_count enable row level security;
alter table check_line_count force row level security;
create policy tenant on check_line_count using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create function check_line_counted(a_dept_id uuid, a_seen_at timestamp with time zone, out dept_id uuid, out seen_on date)
language sql immutable parallel safe as $$
  select coalesce(a_dept_id, '00000000-0000-0000-0000-000000000000'), coalesce((a_seen_at at time zone interval '+08:00')::date, '-infinity')
$$;
create function check_line_tally() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into check_line_count (tenant_id, check_id, dept_id, result, posting, is_surplus, seen_on, n, value)
    select c.tenant_id, c.check_id, d.dept_id, c.result, c.posting, c.is_surplus, d.seen_on, count(*), sum(coalesce(c.book_value, 0))
    from n c cross join lateral public.check_line_counted(c.dept_id, c.seen_at) d group by 1, 2, 3, 4, 5, 6, 7;
  elsif tg_op = 'UPDATE' then
    insert into check_line_count (tenant_id, check_id, dept_id, result, posting, is_surplus, seen_on, n, value)
    select c.tenant_id, c.check_id, d.dept_id, c.result, c.posting, c.is_surplus, d.seen_on, sum(c.k), sum(c.k * coalesce(c.book_value, 0))
    from (select 1 as k, tenant_id, check_id, dept_id, result, posting, is_surplus, seen_at, book_value from n
      union all select -1, tenant_id, check_id, dept_id, result, posting, is_surplus, seen_at, book_value from o) c
    cross join lateral public.check_line_counted(c.dept_id, c.seen_at) d group by 1, 2, 3, 4, 5, 6, 7
    having sum(c.k) <> 0 or sum(c.k * coalesce(c.book_value, 0)) <> 0;
  else
    insert into check_line_count (tenant_id, check_id, dept_id, result, posting, is_surplus, seen_on, n, value)
    select c.tenant_id, c.check_id, d.dept_id, c.result, c.posting, c.is_surplus, d.seen_on, -count(*), -sum(coalesce(c.book_value, 0))
    from o c cross join lateral public.check_line_counted(c.dept_id, c.seen_at) d group by 1, 2, 3, 4, 5, 6, 7;
  end if;
  return null;
end $$;

-- No line comes between the count and the end of this migration.
lock table check_line in share row exclusive mode;
alter table check_line no force row level security;
update check_line set is_surplus = 0 where is_surplus is null;
alter table check_line alter column is_surplus set not null;
alter table check_line_count no force row level security;
insert into check_line_count (tenant_id, check_id, dept_id, result, posting, is_surplus, seen_on, seq, n, value)
select c.tenant_id, c.check_id, d.dept_id, c.result, c.posting, c.is_surplus, d.seen_on, 0, count(*), sum(coalesce(c.book_value, 0))
from check_line c cross join lateral public.check_line_counted(c.dept_id, c.seen_at) d group by 1, 2, 3, 4, 5, 6, 7;
alter table check_line force row level security;
alter table check_line_count force row level security;

create trigger check_line_tally_insert after insert on check_line referencing new table as n for each statement execute function check_line_tally();
create trigger check_line_tally_update after update on check_line referencing new table as n old table as o for each statement execute function check_line_tally();
create trigger check_line_tally_delete after delete on check_line referencing old table as o for each statement execute function check_line_tally();
