-- Quality control of devices: templates with their points, controls with measured values and testers, and when a device is due; statutory inspections.
create table quality_template (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  template_name text not null,
  classes uuid[],
  important_classification text,
  cycle_months integer,
  point_count integer,
  ready_key text,
  is_inactive smallint,
  remark text,
  search text generated always as (search_form(coalesce(template_name, '')) || pinyin_form(coalesce(template_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index quality_template_template_name_once on quality_template (tenant_id, template_name) where not is_deleted;
select enable_tenant_table('quality_template', 'qualityTemplate', '', 'template_name');

create table quality_point (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  template_id uuid not null,
  place integer not null,
  point_code text,
  quantity text not null,
  unit text,
  set_value numeric(16,4),
  tolerance_abs numeric(16,4),
  tolerance_percent numeric(16,4),
  lower_limit numeric(16,4),
  upper_limit numeric(16,4),
  tester_kind text,
  primary key (tenant_id, id)
);
alter table quality_point add constraint quality_point_template_id_fk foreign key (tenant_id, template_id) references quality_template (tenant_id, id);
create index quality_point_template_id on quality_point (tenant_id, template_id);
select enable_tenant_table('quality_point', 'qualityPoint', '');

create table quality_control (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  control_no text not null,
  control_state text not null,
  device_id uuid not null,
  use_dept_id uuid,
  template_id uuid not null,
  controlled_on date not null,
  temperature numeric(16,1),
  humidity numeric(16,1),
  photos uuid[],
  note text,
  point_count integer,
  result text,
  failed_count integer,
  failed_points text,
  next_due date,
  controlled_by_id uuid,
  finished_at timestamp with time zone,
  void_reason text,
  search text generated always as (search_form(coalesce(control_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index quality_control_control_no_once on quality_control (tenant_id, control_no) where not is_deleted;
alter table quality_control add constraint quality_control_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index quality_control_device_id on quality_control (tenant_id, device_id);
alter table quality_control add constraint quality_control_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index quality_control_use_dept_id on quality_control (tenant_id, use_dept_id);
alter table quality_control add constraint quality_control_template_id_fk foreign key (tenant_id, template_id) references quality_template (tenant_id, id);
create index quality_control_template_id on quality_control (tenant_id, template_id);
alter table quality_control add constraint quality_control_controlled_by_id_fk foreign key (tenant_id, controlled_by_id) references app_user (tenant_id, id);
create index quality_control_controlled_by_id on quality_control (tenant_id, controlled_by_id);
select enable_tenant_table('quality_control', 'qualityControl', '', 'control_no');

create table quality_reading (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  control_id uuid not null,
  place integer not null,
  point_code text,
  quantity text not null,
  unit text,
  set_value numeric(16,4),
  tolerance_abs numeric(16,4),
  tolerance_percent numeric(16,4),
  lower_limit numeric(16,4),
  upper_limit numeric(16,4),
  tester_kind text,
  measured numeric(16,4),
  deviation numeric(16,4),
  allowed numeric(16,4),
  verdict text,
  primary key (tenant_id, id)
);
alter table quality_reading add constraint quality_reading_control_id_fk foreign key (tenant_id, control_id) references quality_control (tenant_id, id);
create index quality_reading_control_id on quality_reading (tenant_id, control_id);
select enable_tenant_table('quality_reading', 'qualityReading', '');

create table quality_tester (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  control_id uuid not null,
  tester_id uuid not null,
  certificate_no text,
  valid_until date,
  primary key (tenant_id, id)
);
alter table quality_tester add constraint quality_tester_control_id_fk foreign key (tenant_id, control_id) references quality_control (tenant_id, id);
create index quality_tester_control_id on quality_tester (tenant_id, control_id);
alter table quality_tester add constraint quality_tester_tester_id_fk foreign key (tenant_id, tester_id) references device (tenant_id, id);
create index quality_tester_tester_id on quality_tester (tenant_id, tester_id);
select enable_tenant_table('quality_tester', 'qualityTester', '');

create table quality_card (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  card_title text not null,
  device_id uuid not null,
  template_id uuid not null,
  next_due date,
  last_on date,
  last_result text,
  last_control_id uuid,
  remark text,
  search text generated always as (search_form(coalesce(card_title, '')) || pinyin_form(coalesce(card_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table quality_card add constraint quality_card_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index quality_card_device_id on quality_card (tenant_id, device_id);
alter table quality_card add constraint quality_card_template_id_fk foreign key (tenant_id, template_id) references quality_template (tenant_id, id);
create index quality_card_template_id on quality_card (tenant_id, template_id);
alter table quality_card add constraint quality_card_last_control_id_fk foreign key (tenant_id, last_control_id) references quality_control (tenant_id, id);
create index quality_card_last_control_id on quality_card (tenant_id, last_control_id);
select enable_tenant_table('quality_card', 'qualityCard', '', 'card_title');
create function quality_card_card_title() returns trigger language plpgsql as $$ begin new.card_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 140); return new; end $$;
create trigger quality_card_card_title before insert or update on quality_card for each row execute function quality_card_card_title();
create function quality_card_card_title_by_device_id() returns trigger language plpgsql as $$ begin update public.quality_card set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id; return null; end $$;
create trigger quality_card_card_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function quality_card_card_title_by_device_id();

-- A device has one schedule for a template.
create unique index quality_card_once on quality_card (tenant_id, device_id, template_id) where not is_deleted;
create index quality_card_next_due on quality_card (tenant_id, next_due) where not is_deleted;
create index quality_control_newest on quality_control (tenant_id, device_id, template_id, controlled_on desc) where control_state = 'finished' and not is_deleted;

-- Statutory inspections of devices and their ledger.
create table statutory_inspection (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  inspection_no text not null,
  inspection_state text not null,
  device_id uuid not null,
  use_dept_id uuid,
  inspection_kind text not null,
  body text,
  certificate_no text,
  inspected_on date not null,
  valid_until date,
  result text not null,
  certificate uuid[],
  note text,
  recorded_by_id uuid,
  finished_at timestamp with time zone,
  void_reason text,
  search text generated always as (search_form(coalesce(inspection_no, '') || '|' || coalesce(body, '') || '|' || coalesce(certificate_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index statutory_inspection_inspection_no_once on statutory_inspection (tenant_id, inspection_no) where not is_deleted;
alter table statutory_inspection add constraint statutory_inspection_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index statutory_inspection_device_id on statutory_inspection (tenant_id, device_id);
alter table statutory_inspection add constraint statutory_inspection_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index statutory_inspection_use_dept_id on statutory_inspection (tenant_id, use_dept_id);
alter table statutory_inspection add constraint statutory_inspection_recorded_by_id_fk foreign key (tenant_id, recorded_by_id) references app_user (tenant_id, id);
create index statutory_inspection_recorded_by_id on statutory_inspection (tenant_id, recorded_by_id);
select enable_tenant_table('statutory_inspection', 'statutoryInspection', '', 'inspection_no');

create table statutory_card (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  card_title text not null,
  device_id uuid not null,
  inspection_kind text not null,
  body text,
  certificate_no text,
  inspected_on date,
  valid_until date,
  result text,
  last_inspection_id uuid,
  stops_when_over smallint,
  search text generated always as (search_form(coalesce(card_title, '') || '|' || coalesce(certificate_no, '')) || pinyin_form(coalesce(card_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table statutory_card add constraint statutory_card_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index statutory_card_device_id on statutory_card (tenant_id, device_id);
alter table statutory_card add constraint statutory_card_last_inspection_id_fk foreign key (tenant_id, last_inspection_id) references statutory_inspection (tenant_id, id);
create index statutory_card_last_inspection_id on statutory_card (tenant_id, last_inspection_id);
select enable_tenant_table('statutory_card', 'statutoryCard', '');
create function statutory_card_card_title() returns trigger language plpgsql as $$ begin new.card_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 140); return new; end $$;
create trigger statutory_card_card_title before insert or update on statutory_card for each row execute function statutory_card_card_title();
create function statutory_card_card_title_by_device_id() returns trigger language plpgsql as $$ begin update public.statutory_card set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id; return null; end $$;
create trigger statutory_card_card_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function statutory_card_card_title_by_device_id();

-- A device has one ledger for a type.
create unique index statutory_card_once on statutory_card (tenant_id, device_id, inspection_kind);
create index statutory_card_valid_until on statutory_card (tenant_id, valid_until);
create index statutory_inspection_newest on statutory_inspection (tenant_id, device_id, inspection_kind, inspected_on desc) where inspection_state = 'finished' and not is_deleted;

-- The tables that an import fills, and what a hospital has many of.
create or replace function gather_statistics(name text) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
begin
  if name <> all (array['device', 'device_part', 'app_user', 'dept', 'location', 'supplier', 'device_class', 'assets_category', 'check_line', 'audit_event',
    'sync_change', 'custom_value', 'device_count', 'import_row', 'search_gram', 'device_depreciation', 'depreciation_line', 'depreciation_work', 'ledger_balance',
    'ledger_difference', 'device_attach', 'maintain_card', 'maintain_order', 'work_day', 'quality_template', 'quality_point', 'quality_control', 'quality_card', 'statutory_inspection', 'statutory_card']) then
    raise exception 'statistics of % are not gathered on demand', name using errcode = 'insufficient_privilege';
  end if;
  execute format('analyze public.%I', name);
exception when lock_not_available then
  return;
end $$;
