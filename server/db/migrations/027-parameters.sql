create table param (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  param_name text not null,
  param_key text not null,
  param_value text not null,
  remark text,
  search text generated always as (lower(coalesce(param_name, '') || '|' || coalesce(param_key, ''))) stored,
  primary key (tenant_id, id)
);
create unique index param_param_key_once on param (tenant_id, param_key) where not is_deleted;
alter table param enable row level security;
alter table param force row level security;
create policy tenant on param using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger param_names after update on param deferrable initially deferred
  for each row when (old.param_name is distinct from new.param_name) execute function bump_names();
create constraint trigger param_names_gone after delete on param deferrable initially deferred for each row execute function bump_names();
