-- Which flow decides about one kind of applications.
alter table flow_binding add column event_type text;

create table event_type_config (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  config_name text not null,
  event_type text not null,
  dept_id uuid,
  category_id uuid,
  is_stopped smallint,
  roles uuid[],
  required_fields text[],
  required_line_fields text[],
  list_columns text[],
  remark text,
  search text generated always as (lower(coalesce(config_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table event_type_config add constraint event_type_config_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index event_type_config_dept_id on event_type_config (tenant_id, dept_id);
alter table event_type_config add constraint event_type_config_category_id_fk foreign key (tenant_id, category_id) references assets_category (tenant_id, id);
create index event_type_config_category_id on event_type_config (tenant_id, category_id);
alter table event_type_config enable row level security;
alter table event_type_config force row level security;
create policy tenant on event_type_config using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger event_type_config_names after update on event_type_config deferrable initially deferred
  for each row when (old.config_name is distinct from new.config_name) execute function bump_names();
create constraint trigger event_type_config_names_gone after delete on event_type_config deferrable initially deferred for each row execute function bump_names();
create trigger event_type_config_live_insert after insert on event_type_config referencing new table as n for each statement execute function live_change('eventTypeConfig', '');
create trigger event_type_config_live_update after update on event_type_config referencing new table as n old table as o for each statement execute function live_change('eventTypeConfig', '');
create trigger event_type_config_live_delete after delete on event_type_config referencing old table as o for each statement execute function live_change('eventTypeConfig', '');

create table event_process (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  event_id uuid not null,
  content text not null,
  search text generated always as (lower(coalesce(content, ''))) stored,
  primary key (tenant_id, id)
);
alter table event_process add constraint event_process_event_id_fk foreign key (tenant_id, event_id) references device_apply (tenant_id, id);
create index event_process_event_id on event_process (tenant_id, event_id);
alter table event_process enable row level security;
alter table event_process force row level security;
create policy tenant on event_process using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger event_process_names after update on event_process deferrable initially deferred
  for each row when (old.content is distinct from new.content) execute function bump_names();
create constraint trigger event_process_names_gone after delete on event_process deferrable initially deferred for each row execute function bump_names();
create trigger event_process_live_insert after insert on event_process referencing new table as n for each statement execute function live_change('eventProcess', '');
create trigger event_process_live_update after update on event_process referencing new table as n old table as o for each statement execute function live_change('eventProcess', '');
create trigger event_process_live_delete after delete on event_process referencing old table as o for each statement execute function live_change('eventProcess', '');

