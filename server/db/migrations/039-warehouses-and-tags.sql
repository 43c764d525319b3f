create table warehouse (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  path text collate "C" not null,
  warehouse_name text not null,
  warehouse_code text,
  parent_id uuid,
  keeper_id uuid,
  dept_id uuid,
  sort integer,
  remark text,
  search text generated always as (lower(coalesce(warehouse_name, '') || '|' || coalesce(warehouse_code, ''))) stored,
  primary key (tenant_id, id)
);
create unique index warehouse_warehouse_code_once on warehouse (tenant_id, warehouse_code) where not is_deleted;
alter table warehouse add constraint warehouse_parent_id_fk foreign key (tenant_id, parent_id) references warehouse (tenant_id, id);
create index warehouse_parent_id on warehouse (tenant_id, parent_id);
alter table warehouse add constraint warehouse_keeper_id_fk foreign key (tenant_id, keeper_id) references app_user (tenant_id, id);
create index warehouse_keeper_id on warehouse (tenant_id, keeper_id);
alter table warehouse add constraint warehouse_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index warehouse_dept_id on warehouse (tenant_id, dept_id);
create index warehouse_path on warehouse (tenant_id, path);
alter table warehouse enable row level security;
alter table warehouse force row level security;
create policy tenant on warehouse using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger warehouse_names after update on warehouse deferrable initially deferred
  for each row when (old.warehouse_name is distinct from new.warehouse_name) execute function bump_names();
create constraint trigger warehouse_names_gone after delete on warehouse deferrable initially deferred for each row execute function bump_names();
create trigger warehouse_live_insert after insert on warehouse referencing new table as n for each statement execute function live_change('warehouse', '');
create trigger warehouse_live_update after update on warehouse referencing new table as n old table as o for each statement execute function live_change('warehouse', '');
create trigger warehouse_live_delete after delete on warehouse referencing old table as o for each statement execute function live_change('warehouse', '');

create table device_tag (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  tag_code text not null,
  tag_kind text not null,
  device_id uuid,
  tag_status text not null,
  edit_status text not null,
  bound_at timestamp with time zone,
  remark text,
  search text generated always as (lower(coalesce(tag_code, ''))) stored,
  primary key (tenant_id, id),
  constraint device_tag_bound check ((tag_status = 'bound') = (device_id is not null))
);
create unique index device_tag_tag_code_once on device_tag (tenant_id, tag_code) where not is_deleted;
alter table device_tag add constraint device_tag_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
-- A card has one RFID code, so one tag of that kind.
create unique index device_tag_one_rfid on device_tag (tenant_id, device_id) where tag_kind = 'rfid' and device_id is not null and not is_deleted;
create index device_tag_device_id on device_tag (tenant_id, device_id);
alter table device_tag enable row level security;
alter table device_tag force row level security;
create policy tenant on device_tag using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger device_tag_names after update on device_tag deferrable initially deferred
  for each row when (old.tag_code is distinct from new.tag_code) execute function bump_names();
create constraint trigger device_tag_names_gone after delete on device_tag deferrable initially deferred for each row execute function bump_names();
create trigger device_tag_live_insert after insert on device_tag referencing new table as n for each statement execute function live_change('deviceTag', '');
create trigger device_tag_live_update after update on device_tag referencing new table as n old table as o for each statement execute function live_change('deviceTag', '');
create trigger device_tag_live_delete after delete on device_tag referencing old table as o for each statement execute function live_change('deviceTag', '');
