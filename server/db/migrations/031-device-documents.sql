create table device_attach (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  attach_name text not null,
  attach_type text not null,
  device_id uuid not null,
  files uuid[],
  file_type text,
  file_size integer,
  document_no text,
  valid_until date,
  kept_at text,
  remark text,
  search text generated always as (lower(coalesce(attach_name, '') || '|' || coalesce(document_no, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_attach add constraint device_attach_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_attach_device_id on device_attach (tenant_id, device_id);
alter table device_attach enable row level security;
alter table device_attach force row level security;
create policy tenant on device_attach using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger device_attach_names after update on device_attach deferrable initially deferred
  for each row when (old.attach_name is distinct from new.attach_name) execute function bump_names();
create constraint trigger device_attach_names_gone after delete on device_attach deferrable initially deferred for each row execute function bump_names();

