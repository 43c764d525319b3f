-- A device is on one open application at most: its key holds that under every concurrency.
create table device_hold (
  tenant_id text collate "C" not null,
  device_id uuid not null,
  entity text not null,
  apply_id uuid not null,
  apply_no text not null,
  apply_kind text not null,
  held_by uuid,
  held_at timestamp with time zone not null default now(),
  primary key (tenant_id, device_id),
  constraint device_hold_kind check (apply_kind in ('receive', 'borrow', 'allot', 'regain', 'disposal'))
);
alter table device_hold add constraint device_hold_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_hold_apply_id on device_hold (tenant_id, entity, apply_id);
alter table device_hold enable row level security;
alter table device_hold force row level security;
create policy tenant on device_hold using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
