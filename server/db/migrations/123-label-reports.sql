-- Faults that people without an account report by the label of a device.
create table label_report (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  description text not null,
  report_state text not null,
  device_id uuid not null,
  photos uuid[],
  reported_at timestamp with time zone not null,
  room text,
  reporter_name text not null,
  reporter_phone text not null,
  handled_by_id uuid,
  handled_at timestamp with time zone,
  repair_id uuid,
  -- A hash of the address of the network it came from, and the key of the form it was sent by: neither leaves the database.
  origin text not null,
  form_key uuid not null,
  search text generated always as (search_form(coalesce(description, ''))) stored,
  primary key (tenant_id, id)
);
alter table label_report add constraint label_report_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index label_report_device_id on label_report (tenant_id, device_id);
alter table label_report add constraint label_report_handled_by_id_fk foreign key (tenant_id, handled_by_id) references app_user (tenant_id, id);
create index label_report_handled_by_id on label_report (tenant_id, handled_by_id);
alter table label_report add constraint label_report_repair_id_fk foreign key (tenant_id, repair_id) references repair_order (tenant_id, id);
create index label_report_repair_id on label_report (tenant_id, repair_id);
-- A form makes one report, and limits count the newest.
create unique index label_report_form on label_report (tenant_id, form_key);
create index label_report_newest on label_report (tenant_id, reported_at);
create index label_report_origin on label_report (tenant_id, origin, reported_at);
select enable_tenant_table('label_report', 'labelReport', '');

-- Addresses of the network, hashed, whose reports are refused for a while.
create table label_block (
  tenant_id text collate "C" not null,
  origin text not null,
  until timestamp with time zone not null,
  primary key (tenant_id, origin)
);
alter table label_block enable row level security;
alter table label_block force row level security;
create policy tenant on label_block using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Who reported by the label, kept on the repair that came of it.
alter table repair_order add column label_reporter text;

-- What a printed token names: the device or room, and whether its hospital takes reports. A person without a session has no tenant, so every hospital is
-- asked, in the same way whether it has the token or not; `takes` is what its parameter says. A row without a device: no hospital has it as a device.
create function label_named(token text, of_param text) returns table (tenant_id text, device_id uuid, takes text, is_room boolean) language plpgsql as $$
declare
  one record;
  before text := current_setting('app.tenant', true);
begin
  for one in select t.id from tenant t where t.stopped_at is null order by t.id loop
    perform set_config('app.tenant', one.id, true);
    return query select one.id, d.id, p.param_value, l.id is not null from (select 1) always
      left join param p on p.tenant_id = one.id and p.param_key = of_param and not p.is_deleted
      left join device d on d.tenant_id = one.id and d.qr_token = token and not d.is_deleted
      left join location l on l.tenant_id = one.id and l.qr_token = token and not l.is_deleted
      where p.id is not null or d.id is not null or l.id is not null;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

-- Who takes repairs is told of such reports, and takes them over; new rights come to the default roles by themselves.
do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant loop
    perform set_config('app.tenant', one, true);
    insert into role_grant (tenant_id, role_id, right_code) select g.tenant_id, g.role_id, k.code from role_grant g
      cross join (values ('labelReport.list'), ('labelReport.take')) k(code)
    where g.tenant_id = one and g.right_code in ('repairOrder.work', 'repairOrder.assign') on conflict do nothing;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
