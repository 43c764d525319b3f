-- How many minutes a device ran before each fault: since its last closed repair, else since its first use.
alter table repair_order add column ran_minutes integer;

-- Neither phones nor open pages show it, so that nobody is told of it.
alter table repair_order disable trigger user;
alter table repair_order no force row level security;
alter table device no force row level security;
update repair_order o set ran_minutes =
  (select case when m.minutes >= 0 then m.minutes end from (select floor(extract(epoch from o.reported_at - coalesce(
      (select max(p.closed_at) from repair_order p where p.tenant_id = o.tenant_id and p.device_id = o.device_id and not p.is_deleted
        and p.repair_status <> 'cancelled' and p.closed_at <= o.reported_at),
      d.enable_date::timestamp at time zone interval '+08:00')) / 60)::int as minutes) m)
  from device d where d.tenant_id = o.tenant_id and d.id = o.device_id;
alter table repair_order force row level security;
alter table device force row level security;
alter table repair_order enable trigger user;
