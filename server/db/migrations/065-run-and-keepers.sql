-- How many minutes a device ran before each fault: until the work on its last repair ended, and unknown where it was in repair at the moment.
alter table repair_order disable trigger user;
do $$ declare
  one record;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one.id, true);
    update repair_order o set ran_minutes = found.minutes from (
      select f.id, (select case when m.minutes >= 0 and not coalesce(m.is_down, false) then m.minutes end from (select
          floor(extract(epoch from f.reported_at - coalesce(max(p.ended_at) filter (where p.ended_at <= f.reported_at),
            d.enable_date::timestamp at time zone interval '+08:00')) / 60)::int as minutes,
          bool_or(p.reported_at < f.reported_at and (p.ended_at <= f.reported_at) is not true) as is_down
        from (select r.reported_at, case when r.repair_status in ('finished', 'done', 'scrapped')
          then coalesce(r.finished_at, r.closed_at) end as ended_at from repair_order r where r.tenant_id = f.tenant_id
          and r.device_id = f.device_id and not r.is_deleted and r.repair_status <> 'cancelled') p) m) as minutes
      from repair_order f join device d on d.tenant_id = f.tenant_id and d.id = f.device_id where f.tenant_id = one.id) found
    where o.tenant_id = one.id and o.id = found.id and o.ran_minutes is distinct from found.minutes;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
alter table repair_order enable trigger user;

-- Those of some people to whom no password was given. Row level security shows one person at a time.
create function people_without_password(ids uuid[]) returns setof uuid language plpgsql as $$
declare
  one uuid;
  before text := current_setting('app.person', true);
begin
  foreach one in array ids loop
    perform set_config('app.person', one::text, true);
    return query select p.id from person p where p.id = one and p.password_hash = '!';
  end loop;
  perform set_config('app.person', coalesce(before, ''), true);
end $$;
