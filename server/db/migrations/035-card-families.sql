create table assets_card (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  assets_code text not null,
  assets_name text not null,
  assets_model text,
  sn text,
  book_value numeric(16,2),
  quantity integer,
  entry_date date,
  voucher_no text,
  book_dept text,
  dept_id uuid,
  remark text,
  match_status text not null,
  device_id uuid,
  matched_by text,
  search text generated always as (lower(coalesce(assets_code, '') || '|' || coalesce(assets_name, '') || '|' || coalesce(assets_model, '') || '|' || coalesce(sn, '') || '|' || coalesce(book_dept, ''))) stored,
  primary key (tenant_id, id)
);
create unique index assets_card_assets_code_once on assets_card (tenant_id, assets_code) where not is_deleted;
alter table assets_card add constraint assets_card_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index assets_card_dept_id on assets_card (tenant_id, dept_id);
alter table assets_card add constraint assets_card_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index assets_card_device_id on assets_card (tenant_id, device_id);
alter table assets_card enable row level security;
alter table assets_card force row level security;
create policy tenant on assets_card using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger assets_card_names after update on assets_card deferrable initially deferred
  for each row when (old.assets_name is distinct from new.assets_name) execute function bump_names();
create constraint trigger assets_card_names_gone after delete on assets_card deferrable initially deferred for each row execute function bump_names();
create trigger assets_card_live_insert after insert on assets_card referencing new table as n for each statement execute function live_change('assetsCard', 'dept_id, created_by');
create trigger assets_card_live_update after update on assets_card referencing new table as n old table as o for each statement execute function live_change('assetsCard', 'dept_id, created_by');
create trigger assets_card_live_delete after delete on assets_card referencing old table as o for each statement execute function live_change('assetsCard', 'dept_id, created_by');

create table device_card_copy (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  copy_title text not null,
  device_id uuid not null,
  copies integer not null,
  use_dept_id uuid,
  location_id uuid,
  keeper_id uuid,
  remark text,
  copy_status text not null,
  codes text,
  search text generated always as (lower(coalesce(copy_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_card_copy add constraint device_card_copy_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_card_copy_device_id on device_card_copy (tenant_id, device_id);
alter table device_card_copy add constraint device_card_copy_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index device_card_copy_use_dept_id on device_card_copy (tenant_id, use_dept_id);
alter table device_card_copy add constraint device_card_copy_location_id_fk foreign key (tenant_id, location_id) references location (tenant_id, id);
create index device_card_copy_location_id on device_card_copy (tenant_id, location_id);
alter table device_card_copy add constraint device_card_copy_keeper_id_fk foreign key (tenant_id, keeper_id) references app_user (tenant_id, id);
create index device_card_copy_keeper_id on device_card_copy (tenant_id, keeper_id);
alter table device_card_copy enable row level security;
alter table device_card_copy force row level security;
create policy tenant on device_card_copy using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger device_card_copy_names after update on device_card_copy deferrable initially deferred
  for each row when (old.copy_title is distinct from new.copy_title) execute function bump_names();
create constraint trigger device_card_copy_names_gone after delete on device_card_copy deferrable initially deferred for each row execute function bump_names();
create trigger device_card_copy_live_insert after insert on device_card_copy referencing new table as n for each statement execute function live_change('deviceCardCopy', '');
create trigger device_card_copy_live_update after update on device_card_copy referencing new table as n old table as o for each statement execute function live_change('deviceCardCopy', '');
create trigger device_card_copy_live_delete after delete on device_card_copy referencing old table as o for each statement execute function live_change('deviceCardCopy', '');
create function device_card_copy_copy_title() returns trigger language plpgsql as $$ begin
  new.copy_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id), new.copies::text), 140);
  return new;
end $$;
create trigger device_card_copy_copy_title before insert or update on device_card_copy for each row execute function device_card_copy_copy_title();
create function device_card_copy_copy_title_by_device_id() returns trigger language plpgsql as $$ begin
  update public.device_card_copy set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id;
  return null;
end $$;
create trigger device_card_copy_copy_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function device_card_copy_copy_title_by_device_id();

create table card_field_update (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  request_title text not null,
  device_id uuid not null,
  reason text not null,
  field_count integer,
  request_status text not null,
  decided_by_id uuid,
  opinion text,
  search text generated always as (lower(coalesce(request_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table card_field_update add constraint card_field_update_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index card_field_update_device_id on card_field_update (tenant_id, device_id);
alter table card_field_update add constraint card_field_update_decided_by_id_fk foreign key (tenant_id, decided_by_id) references app_user (tenant_id, id);
create index card_field_update_decided_by_id on card_field_update (tenant_id, decided_by_id);
alter table card_field_update enable row level security;
alter table card_field_update force row level security;
create policy tenant on card_field_update using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger card_field_update_names after update on card_field_update deferrable initially deferred
  for each row when (old.request_title is distinct from new.request_title) execute function bump_names();
create constraint trigger card_field_update_names_gone after delete on card_field_update deferrable initially deferred for each row execute function bump_names();
create trigger card_field_update_live_insert after insert on card_field_update referencing new table as n for each statement execute function live_change('cardFieldUpdate', '');
create trigger card_field_update_live_update after update on card_field_update referencing new table as n old table as o for each statement execute function live_change('cardFieldUpdate', '');
create trigger card_field_update_live_delete after delete on card_field_update referencing old table as o for each statement execute function live_change('cardFieldUpdate', '');
create function card_field_update_request_title() returns trigger language plpgsql as $$ begin
  new.request_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 140);
  return new;
end $$;
create trigger card_field_update_request_title before insert or update on card_field_update for each row execute function card_field_update_request_title();
create function card_field_update_request_title_by_device_id() returns trigger language plpgsql as $$ begin
  update public.card_field_update set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id;
  return null;
end $$;
create trigger card_field_update_request_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function card_field_update_request_title_by_device_id();

create table card_field_update_line (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  request_id uuid not null,
  place integer not null,
  field_code text not null,
  old_text text,
  new_text text,
  old_value text,
  new_value text,
  primary key (tenant_id, id)
);
alter table card_field_update_line add constraint card_field_update_line_request_id_fk foreign key (tenant_id, request_id) references card_field_update (tenant_id, id);
create index card_field_update_line_request_id on card_field_update_line (tenant_id, request_id);
alter table card_field_update_line enable row level security;
alter table card_field_update_line force row level security;
create policy tenant on card_field_update_line using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger card_field_update_line_live_insert after insert on card_field_update_line referencing new table as n for each statement execute function live_change('cardFieldUpdateLine', '');
create trigger card_field_update_line_live_update after update on card_field_update_line referencing new table as n old table as o for each statement execute function live_change('cardFieldUpdateLine', '');
create trigger card_field_update_line_live_delete after delete on card_field_update_line referencing old table as o for each statement execute function live_change('cardFieldUpdateLine', '');

create table document_history (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  version_name text not null,
  attach_id uuid not null,
  version_no integer,
  files uuid[],
  remark text,
  search text generated always as (lower(coalesce(version_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table document_history add constraint document_history_attach_id_fk foreign key (tenant_id, attach_id) references device_attach (tenant_id, id);
create index document_history_attach_id on document_history (tenant_id, attach_id);
alter table document_history enable row level security;
alter table document_history force row level security;
create policy tenant on document_history using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger document_history_names after update on document_history deferrable initially deferred
  for each row when (old.version_name is distinct from new.version_name) execute function bump_names();
create constraint trigger document_history_names_gone after delete on document_history deferrable initially deferred for each row execute function bump_names();
create trigger document_history_live_insert after insert on document_history referencing new table as n for each statement execute function live_change('documentHistory', '');
create trigger document_history_live_update after update on document_history referencing new table as n old table as o for each statement execute function live_change('documentHistory', '');
create trigger document_history_live_delete after delete on document_history referencing old table as o for each statement execute function live_change('documentHistory', '');

create table area_larger (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  area_name text not null,
  courtyard_id uuid,
  dept_id uuid,
  places uuid[],
  remark text,
  search text generated always as (lower(coalesce(area_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index area_larger_area_name_once on area_larger (tenant_id, area_name) where not is_deleted;
alter table area_larger add constraint area_larger_courtyard_id_fk foreign key (tenant_id, courtyard_id) references location (tenant_id, id);
create index area_larger_courtyard_id on area_larger (tenant_id, courtyard_id);
alter table area_larger add constraint area_larger_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index area_larger_dept_id on area_larger (tenant_id, dept_id);
alter table area_larger enable row level security;
alter table area_larger force row level security;
create policy tenant on area_larger using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger area_larger_names after update on area_larger deferrable initially deferred
  for each row when (old.area_name is distinct from new.area_name) execute function bump_names();
create constraint trigger area_larger_names_gone after delete on area_larger deferrable initially deferred for each row execute function bump_names();
create trigger area_larger_live_insert after insert on area_larger referencing new table as n for each statement execute function live_change('areaLarger', '');
create trigger area_larger_live_update after update on area_larger referencing new table as n old table as o for each statement execute function live_change('areaLarger', '');
create trigger area_larger_live_delete after delete on area_larger referencing old table as o for each statement execute function live_change('areaLarger', '');


-- A field is asked for once in a request, and a device stands for one card of the book at most.
alter table card_field_update_line add constraint card_field_update_line_once unique (tenant_id, request_id, field_code);
drop index assets_card_device_id;
create unique index assets_card_device_id on assets_card (tenant_id, device_id) where not is_deleted and device_id is not null;
