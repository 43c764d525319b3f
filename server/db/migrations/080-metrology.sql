-- Verification and calibration: the catalogue, what is known of each device, and the records.
create table measure_catalog (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  catalog_name text not null,
  measure_kind text not null,
  measure_type text,
  cycle_days integer not null,
  regulation text,
  classify_id uuid,
  remark text,
  search text generated always as (lower(coalesce(catalog_name, '') || '|' || coalesce(regulation, ''))) stored,
  primary key (tenant_id, id)
);
create unique index measure_catalog_catalog_name_once on measure_catalog (tenant_id, catalog_name) where not is_deleted;
alter table measure_catalog add constraint measure_catalog_classify_id_fk foreign key (tenant_id, classify_id) references device_class (tenant_id, id);
create index measure_catalog_classify_id on measure_catalog (tenant_id, classify_id);
select fence_table('measure_catalog', 'measureCatalog', '', 'catalog_name');

create table measure_card (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  card_title text not null,
  device_id uuid not null,
  catalog_id uuid,
  measure_kind text,
  measure_type text,
  cycle_days integer,
  ahead_days integer,
  body text,
  label_state text not null,
  last_result text,
  measured_on date,
  certificate_no text,
  valid_until date,
  has_stopped smallint,
  remark text,
  search text generated always as (lower(coalesce(card_title, '') || '|' || coalesce(certificate_no, ''))) stored,
  primary key (tenant_id, id)
);
alter table measure_card add constraint measure_card_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index measure_card_device_id on measure_card (tenant_id, device_id);
alter table measure_card add constraint measure_card_catalog_id_fk foreign key (tenant_id, catalog_id) references measure_catalog (tenant_id, id);
create index measure_card_catalog_id on measure_card (tenant_id, catalog_id);
select fence_table('measure_card', 'measureCard', '', 'card_title');
create function measure_card_card_title() returns trigger language plpgsql as $$ begin new.card_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 140); return new; end $$;
create trigger measure_card_card_title before insert or update on measure_card for each row execute function measure_card_card_title();
create function measure_card_card_title_by_device_id() returns trigger language plpgsql as $$ begin update public.measure_card set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id; return null; end $$;
create trigger measure_card_card_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function measure_card_card_title_by_device_id();

create table measure_record (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  record_no text not null,
  record_status text not null,
  device_id uuid not null,
  use_dept_id uuid,
  measure_kind text not null,
  due_date date,
  body text,
  batch_no text,
  sent_on date,
  result text,
  measured_on date,
  certificate_no text,
  valid_until date,
  readings text,
  cost numeric(16,2),
  certificate uuid[],
  measured_by_id uuid,
  is_supplement smallint,
  remark text,
  search text generated always as (lower(coalesce(record_no, '') || '|' || coalesce(body, '') || '|' || coalesce(batch_no, '') || '|' || coalesce(certificate_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index measure_record_record_no_once on measure_record (tenant_id, record_no) where not is_deleted;
alter table measure_record add constraint measure_record_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index measure_record_device_id on measure_record (tenant_id, device_id);
alter table measure_record add constraint measure_record_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index measure_record_use_dept_id on measure_record (tenant_id, use_dept_id);
alter table measure_record add constraint measure_record_measured_by_id_fk foreign key (tenant_id, measured_by_id) references app_user (tenant_id, id);
create index measure_record_measured_by_id on measure_record (tenant_id, measured_by_id);
select fence_table('measure_record', 'measureRecord', '', 'record_no');

