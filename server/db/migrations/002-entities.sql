-- The entities of the first four areas; each block is what its declaration says.
create table dept (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  path text collate "C" not null,
  dept_name text not null,
  full_name text,
  dept_code text,
  parent_id uuid,
  category text not null,
  is_sealed smallint,
  sort integer,
  remark text,
  search text generated always as (lower(coalesce(dept_name, '') || '|' || coalesce(full_name, '') || '|' || coalesce(dept_code, ''))) stored,
  primary key (tenant_id, id)
);
create unique index dept_dept_code_once on dept (tenant_id, dept_code) where not is_deleted;
alter table dept add constraint dept_parent_id_fk foreign key (tenant_id, parent_id) references dept (tenant_id, id);
create index dept_parent_id on dept (tenant_id, parent_id);
create index dept_path on dept (tenant_id, path);
alter table dept enable row level security;
alter table dept force row level security;
create policy tenant on dept using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create function dept_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'dept', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, n.is_deleted as deleted from n cross join lateral (values ('base')) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'dept', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, n.is_deleted as deleted from n cross join lateral (values ('base')) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('base')) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'dept', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('base')) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger dept_sync_insert after insert on dept referencing new table as n for each statement execute function dept_sync();
create trigger dept_sync_update after update on dept referencing new table as n old table as o for each statement execute function dept_sync();
create trigger dept_sync_delete after delete on dept referencing old table as o for each statement execute function dept_sync();

create table role (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  role_name text not null,
  role_alias text not null,
  reach text not null,
  sort integer,
  search text generated always as (lower(coalesce(role_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index role_role_alias_once on role (tenant_id, role_alias);
alter table role enable row level security;
alter table role force row level security;
create policy tenant on role using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table app_user (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  account text not null,
  real_name text not null,
  nick_name text,
  phone text,
  email text,
  dept_id uuid,
  role_id uuid not null,
  status text not null,
  search text generated always as (lower(coalesce(account, '') || '|' || coalesce(real_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index app_user_account_once on app_user (tenant_id, account) where not is_deleted;
alter table app_user add constraint app_user_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index app_user_dept_id on app_user (tenant_id, dept_id);
alter table app_user add constraint app_user_role_id_fk foreign key (tenant_id, role_id) references role (tenant_id, id);
create index app_user_role_id on app_user (tenant_id, role_id);
alter table app_user enable row level security;
alter table app_user force row level security;
create policy tenant on app_user using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table field_config (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  entity text not null,
  field_code text not null,
  is_show smallint not null,
  alias text,
  field_association text,
  primary key (tenant_id, id)
);

alter table field_config enable row level security;
alter table field_config force row level security;
create policy tenant on field_config using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table custom_field (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  entity text not null,
  code text not null,
  name text not null,
  field_kind text not null,
  options text,
  is_required smallint,
  is_list smallint,
  is_search smallint,
  sort integer,
  search text generated always as (lower(coalesce(name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index custom_field_code_once on custom_field (tenant_id, code);
alter table custom_field enable row level security;
alter table custom_field force row level security;
create policy tenant on custom_field using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table location (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  path text collate "C" not null,
  location_name text not null,
  full_name text,
  parent_id uuid,
  level text not null,
  dept_id uuid,
  qr_token text,
  sort integer,
  remark text,
  search text generated always as (lower(coalesce(full_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table location add constraint location_parent_id_fk foreign key (tenant_id, parent_id) references location (tenant_id, id);
create index location_parent_id on location (tenant_id, parent_id);
alter table location add constraint location_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index location_dept_id on location (tenant_id, dept_id);
create unique index location_qr_token_once on location (tenant_id, qr_token) where not is_deleted;
create index location_path on location (tenant_id, path);
alter table location enable row level security;
alter table location force row level security;
create policy tenant on location using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create function location_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'location', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, n.is_deleted as deleted from n cross join lateral (values ('base')) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'location', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, n.is_deleted as deleted from n cross join lateral (values ('base')) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('base')) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'location', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('base')) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger location_sync_insert after insert on location referencing new table as n for each statement execute function location_sync();
create trigger location_sync_update after update on location referencing new table as n old table as o for each statement execute function location_sync();
create trigger location_sync_delete after delete on location referencing old table as o for each statement execute function location_sync();

create table assets_category (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  path text collate "C" not null,
  category_name text not null,
  category_code text,
  parent_id uuid,
  useful_life_months integer,
  sort integer,
  remark text,
  search text generated always as (lower(coalesce(category_name, '') || '|' || coalesce(category_code, ''))) stored,
  primary key (tenant_id, id)
);
create unique index assets_category_category_code_once on assets_category (tenant_id, category_code) where not is_deleted;
alter table assets_category add constraint assets_category_parent_id_fk foreign key (tenant_id, parent_id) references assets_category (tenant_id, id);
create index assets_category_parent_id on assets_category (tenant_id, parent_id);
create index assets_category_path on assets_category (tenant_id, path);
alter table assets_category enable row level security;
alter table assets_category force row level security;
create policy tenant on assets_category using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table device_class (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  path text collate "C" not null,
  class_name text not null,
  class_code text not null,
  parent_id uuid,
  risk_level text,
  sort integer,
  search text generated always as (lower(coalesce(class_name, '') || '|' || coalesce(class_code, ''))) stored,
  primary key (tenant_id, id)
);
create unique index device_class_class_code_once on device_class (tenant_id, class_code) where not is_deleted;
alter table device_class add constraint device_class_parent_id_fk foreign key (tenant_id, parent_id) references device_class (tenant_id, id);
create index device_class_parent_id on device_class (tenant_id, parent_id);
create index device_class_path on device_class (tenant_id, path);
alter table device_class enable row level security;
alter table device_class force row level security;
create policy tenant on device_class using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table supplier (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  supplier_name text not null,
  supplier_code text,
  supplier_kind text not null,
  credit_code text,
  contact text,
  phone text,
  email text,
  address text,
  remark text,
  search text generated always as (lower(coalesce(supplier_name, '') || '|' || coalesce(supplier_code, '') || '|' || coalesce(contact, ''))) stored,
  primary key (tenant_id, id)
);
create unique index supplier_supplier_code_once on supplier (tenant_id, supplier_code) where not is_deleted;
alter table supplier enable row level security;
alter table supplier force row level security;
create policy tenant on supplier using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table device (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  custom jsonb not null default '{}',
  device_name text not null,
  device_code text not null,
  assets_code text,
  rfid_code text,
  qr_token text,
  sn text,
  udi_di text,
  udi_pi text,
  registration_no text,
  common_name text,
  device_model text,
  device_specs text,
  brand text,
  manufacturer text,
  origin text,
  risk_level text,
  classify_id uuid,
  assets_category_id uuid,
  important_classification text,
  is_measure smallint,
  measure_type text,
  is_emergency smallint,
  parent_id uuid,
  original_value numeric(16,2),
  fund_source text,
  purchase_date date,
  supplier_id uuid,
  contract_no text,
  invoice_no text,
  voucher_no text,
  acceptance_date date,
  enable_date date,
  useful_life_months integer,
  residual_rate numeric(16,4),
  depreciation_method text,
  manage_dept_id uuid,
  use_dept_id uuid,
  location_id uuid,
  keeper_id uuid,
  borrow_dept_id uuid,
  warranty_end date,
  provider_id uuid,
  maintain_cycle integer,
  measure_cycle integer,
  inspection_cycle integer,
  eam_status text not null,
  filing_status text not null,
  is_shared smallint,
  is_marked smallint,
  remark text,
  search text generated always as (lower(coalesce(device_name, '') || '|' || coalesce(device_code, '') || '|' || coalesce(assets_code, '') || '|' || coalesce(rfid_code, '') || '|' || coalesce(device_model, '') || '|' || coalesce(manufacturer, ''))) stored,
  primary key (tenant_id, id)
);
create unique index device_device_code_once on device (tenant_id, device_code) where not is_deleted;
create unique index device_rfid_code_once on device (tenant_id, rfid_code) where not is_deleted;
create unique index device_qr_token_once on device (tenant_id, qr_token) where not is_deleted;
alter table device add constraint device_classify_id_fk foreign key (tenant_id, classify_id) references device_class (tenant_id, id);
create index device_classify_id on device (tenant_id, classify_id);
alter table device add constraint device_assets_category_id_fk foreign key (tenant_id, assets_category_id) references assets_category (tenant_id, id);
create index device_assets_category_id on device (tenant_id, assets_category_id);
alter table device add constraint device_parent_id_fk foreign key (tenant_id, parent_id) references device (tenant_id, id);
create index device_parent_id on device (tenant_id, parent_id);
alter table device add constraint device_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index device_supplier_id on device (tenant_id, supplier_id);
alter table device add constraint device_manage_dept_id_fk foreign key (tenant_id, manage_dept_id) references dept (tenant_id, id);
create index device_manage_dept_id on device (tenant_id, manage_dept_id);
alter table device add constraint device_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index device_use_dept_id on device (tenant_id, use_dept_id);
alter table device add constraint device_location_id_fk foreign key (tenant_id, location_id) references location (tenant_id, id);
create index device_location_id on device (tenant_id, location_id);
alter table device add constraint device_keeper_id_fk foreign key (tenant_id, keeper_id) references app_user (tenant_id, id);
create index device_keeper_id on device (tenant_id, keeper_id);
alter table device add constraint device_borrow_dept_id_fk foreign key (tenant_id, borrow_dept_id) references dept (tenant_id, id);
create index device_borrow_dept_id on device (tenant_id, borrow_dept_id);
alter table device add constraint device_provider_id_fk foreign key (tenant_id, provider_id) references supplier (tenant_id, id);
create index device_provider_id on device (tenant_id, provider_id);
create index device_grams on device using gin (tenant_id, gramsx(search));
create index device_newest on device (tenant_id, created_at desc, id desc) where not is_deleted;
alter table device enable row level security;
alter table device force row level security;
create policy tenant on device using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create function device_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'device', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, n.is_deleted as deleted from n cross join lateral (values ('tenant'), ('dept:' || n.use_dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'device', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, n.is_deleted as deleted from n cross join lateral (values ('tenant'), ('dept:' || n.use_dept_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('tenant'), ('dept:' || o.use_dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'device', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('tenant'), ('dept:' || o.use_dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger device_sync_insert after insert on device referencing new table as n for each statement execute function device_sync();
create trigger device_sync_update after update on device referencing new table as n old table as o for each statement execute function device_sync();
create trigger device_sync_delete after delete on device referencing old table as o for each statement execute function device_sync();

create table device_part (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  part_name text not null,
  part_model text,
  device_id uuid,
  manufacturer text,
  quantity integer not null,
  unit_price numeric(16,2),
  purchase_date date,
  remark text,
  search text generated always as (lower(coalesce(part_name, '') || '|' || coalesce(part_model, '') || '|' || coalesce(manufacturer, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_part add constraint device_part_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_part_device_id on device_part (tenant_id, device_id);
alter table device_part enable row level security;
alter table device_part force row level security;
create policy tenant on device_part using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table check_task (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  check_title text not null,
  check_status text not null,
  begin_date date not null,
  end_date date,
  started_at timestamp with time zone,
  remark text,
  search text generated always as (lower(coalesce(check_title, ''))) stored,
  primary key (tenant_id, id)
);

alter table check_task enable row level security;
alter table check_task force row level security;
create policy tenant on check_task using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create function check_task_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkTask', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, n.is_deleted as deleted from n cross join lateral (values ('task:' || n.id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkTask', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, n.is_deleted as deleted from n cross join lateral (values ('task:' || n.id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('task:' || o.id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkTask', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('task:' || o.id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger check_task_sync_insert after insert on check_task referencing new table as n for each statement execute function check_task_sync();
create trigger check_task_sync_update after update on check_task referencing new table as n old table as o for each statement execute function check_task_sync();
create trigger check_task_sync_delete after delete on check_task referencing old table as o for each statement execute function check_task_sync();

create table check_member (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  check_id uuid not null,
  user_id uuid not null,
  primary key (tenant_id, id)
);
alter table check_member add constraint check_member_check_id_fk foreign key (tenant_id, check_id) references check_task (tenant_id, id);
create index check_member_check_id on check_member (tenant_id, check_id);
alter table check_member add constraint check_member_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index check_member_user_id on check_member (tenant_id, user_id);
alter table check_member enable row level security;
alter table check_member force row level security;
create policy tenant on check_member using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table check_line (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  check_id uuid not null,
  device_id uuid not null,
  device_name text,
  device_code text,
  book_dept_id uuid,
  book_location_id uuid,
  book_status text,
  result text not null,
  seen_location_id uuid,
  seen_by_id uuid,
  seen_at timestamp with time zone,
  note text,
  search text generated always as (lower(coalesce(device_name, '') || '|' || coalesce(device_code, ''))) stored,
  primary key (tenant_id, id)
);
alter table check_line add constraint check_line_check_id_fk foreign key (tenant_id, check_id) references check_task (tenant_id, id);
create index check_line_check_id on check_line (tenant_id, check_id);
alter table check_line add constraint check_line_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index check_line_device_id on check_line (tenant_id, device_id);
alter table check_line add constraint check_line_book_dept_id_fk foreign key (tenant_id, book_dept_id) references dept (tenant_id, id);
create index check_line_book_dept_id on check_line (tenant_id, book_dept_id);
alter table check_line add constraint check_line_book_location_id_fk foreign key (tenant_id, book_location_id) references location (tenant_id, id);
create index check_line_book_location_id on check_line (tenant_id, book_location_id);
alter table check_line add constraint check_line_seen_location_id_fk foreign key (tenant_id, seen_location_id) references location (tenant_id, id);
create index check_line_seen_location_id on check_line (tenant_id, seen_location_id);
alter table check_line add constraint check_line_seen_by_id_fk foreign key (tenant_id, seen_by_id) references app_user (tenant_id, id);
create index check_line_seen_by_id on check_line (tenant_id, seen_by_id);
alter table check_line enable row level security;
alter table check_line force row level security;
create policy tenant on check_line using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create function check_line_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkLine', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, false as deleted from n cross join lateral (values ('task:' || n.check_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkLine', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, false as deleted from n cross join lateral (values ('task:' || n.check_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('task:' || o.check_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkLine', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('task:' || o.check_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger check_line_sync_insert after insert on check_line referencing new table as n for each statement execute function check_line_sync();
create trigger check_line_sync_update after update on check_line referencing new table as n old table as o for each statement execute function check_line_sync();
create trigger check_line_sync_delete after delete on check_line referencing old table as o for each statement execute function check_line_sync();

create table check_scan (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  check_id uuid not null,
  line_id uuid,
  device_id uuid,
  code text,
  location_id uuid,
  result text not null,
  is_deciding smallint,
  is_late smallint,
  user_id uuid,
  occurred_at timestamp with time zone,
  corrected_at timestamp with time zone,
  note text,
  search text generated always as (lower(coalesce(code, ''))) stored,
  primary key (tenant_id, id)
);
alter table check_scan add constraint check_scan_check_id_fk foreign key (tenant_id, check_id) references check_task (tenant_id, id);
create index check_scan_check_id on check_scan (tenant_id, check_id);
alter table check_scan add constraint check_scan_line_id_fk foreign key (tenant_id, line_id) references check_line (tenant_id, id);
create index check_scan_line_id on check_scan (tenant_id, line_id);
alter table check_scan add constraint check_scan_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index check_scan_device_id on check_scan (tenant_id, device_id);
alter table check_scan add constraint check_scan_location_id_fk foreign key (tenant_id, location_id) references location (tenant_id, id);
create index check_scan_location_id on check_scan (tenant_id, location_id);
alter table check_scan add constraint check_scan_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index check_scan_user_id on check_scan (tenant_id, user_id);
alter table check_scan enable row level security;
alter table check_scan force row level security;
create policy tenant on check_scan using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

alter table app_user add column person_id uuid not null references person (id);
create unique index app_user_sign_in on app_user (tenant_id, lower(account)) where not is_deleted;
alter table field_config add constraint field_config_once unique (tenant_id, entity, field_code);
alter table membership add constraint membership_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
alter table session add constraint session_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
alter table refresh_token add constraint refresh_token_session_fk foreign key (tenant_id, session_id) references session (tenant_id, id);
alter table role_grant add constraint role_grant_role_fk foreign key (tenant_id, role_id) references role (tenant_id, id);
alter table role_api_scope add constraint role_api_scope_role_fk foreign key (tenant_id, role_id) references role (tenant_id, id);
alter table role_dept add constraint role_dept_role_fk foreign key (tenant_id, role_id) references role (tenant_id, id);
alter table role_dept add constraint role_dept_dept_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
alter table check_line add constraint check_line_once unique (tenant_id, check_id, device_id);
alter table check_member add constraint check_member_once unique (tenant_id, check_id, user_id);
create index check_scan_line on check_scan (tenant_id, line_id, corrected_at, id);

do $$ declare t text; begin
  foreach t in array array['role', 'role_grant', 'role_api_scope', 'role_dept', 'app_user', 'dept', 'field_config', 'custom_field'] loop
    execute format('create trigger %I_epoch after insert or update or delete on %I for each statement execute function bump_epoch()', t, t);
  end loop;
end $$;
