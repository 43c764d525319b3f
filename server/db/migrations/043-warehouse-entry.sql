create table warehouse_entry (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  entry_no text not null,
  warehouse_id uuid not null,
  dept_id uuid not null,
  entry_date date not null,
  supplier_id uuid,
  contract_no text,
  invoice_no text,
  fund_source text,
  files uuid[],
  remark text,
  line_count integer,
  quantity_total integer,
  amount_total numeric(16,2),
  entry_status text not null,
  submitted_by_id uuid,
  decided_by_id uuid,
  opinion text,
  codes text,
  search text generated always as (lower(coalesce(entry_no, '') || '|' || coalesce(contract_no, '') || '|' || coalesce(invoice_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index warehouse_entry_entry_no_once on warehouse_entry (tenant_id, entry_no) where not is_deleted;
alter table warehouse_entry add constraint warehouse_entry_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index warehouse_entry_warehouse_id on warehouse_entry (tenant_id, warehouse_id);
alter table warehouse_entry add constraint warehouse_entry_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index warehouse_entry_dept_id on warehouse_entry (tenant_id, dept_id);
alter table warehouse_entry add constraint warehouse_entry_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index warehouse_entry_supplier_id on warehouse_entry (tenant_id, supplier_id);
alter table warehouse_entry add constraint warehouse_entry_submitted_by_id_fk foreign key (tenant_id, submitted_by_id) references app_user (tenant_id, id);
create index warehouse_entry_submitted_by_id on warehouse_entry (tenant_id, submitted_by_id);
alter table warehouse_entry add constraint warehouse_entry_decided_by_id_fk foreign key (tenant_id, decided_by_id) references app_user (tenant_id, id);
create index warehouse_entry_decided_by_id on warehouse_entry (tenant_id, decided_by_id);
alter table warehouse_entry enable row level security;
alter table warehouse_entry force row level security;
create policy tenant on warehouse_entry using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger warehouse_entry_names after update on warehouse_entry deferrable initially deferred
  for each row when (old.entry_no is distinct from new.entry_no) execute function bump_names();
create constraint trigger warehouse_entry_names_gone after delete on warehouse_entry deferrable initially deferred for each row execute function bump_names();
create trigger warehouse_entry_live_insert after insert on warehouse_entry referencing new table as n for each statement execute function live_change('warehouseEntry', 'dept_id, submitted_by_id, created_by');
create trigger warehouse_entry_live_update after update on warehouse_entry referencing new table as n old table as o for each statement execute function live_change('warehouseEntry', 'dept_id, submitted_by_id, created_by');
create trigger warehouse_entry_live_delete after delete on warehouse_entry referencing old table as o for each statement execute function live_change('warehouseEntry', 'dept_id, submitted_by_id, created_by');

create table warehouse_entry_line (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  entry_id uuid not null,
  place integer not null,
  line_kind text not null,
  item_name text not null,
  model text,
  manufacturer text,
  quantity integer not null,
  unit_price numeric(16,2),
  registration_no text,
  classify_id uuid,
  assets_category_id uuid,
  warranty_end date,
  stock_part_id uuid,
  cards uuid[],
  search text generated always as (lower(coalesce(item_name, '') || '|' || coalesce(model, '') || '|' || coalesce(manufacturer, ''))) stored,
  primary key (tenant_id, id)
);
alter table warehouse_entry_line add constraint warehouse_entry_line_entry_id_fk foreign key (tenant_id, entry_id) references warehouse_entry (tenant_id, id);
create index warehouse_entry_line_entry_id on warehouse_entry_line (tenant_id, entry_id);
alter table warehouse_entry_line add constraint warehouse_entry_line_classify_id_fk foreign key (tenant_id, classify_id) references device_class (tenant_id, id);
create index warehouse_entry_line_classify_id on warehouse_entry_line (tenant_id, classify_id);
alter table warehouse_entry_line add constraint warehouse_entry_line_assets_category_id_fk foreign key (tenant_id, assets_category_id) references assets_category (tenant_id, id);
create index warehouse_entry_line_assets_category_id on warehouse_entry_line (tenant_id, assets_category_id);
alter table warehouse_entry_line add constraint warehouse_entry_line_stock_part_id_fk foreign key (tenant_id, stock_part_id) references device_part (tenant_id, id);
create index warehouse_entry_line_stock_part_id on warehouse_entry_line (tenant_id, stock_part_id);
alter table warehouse_entry_line enable row level security;
alter table warehouse_entry_line force row level security;
create policy tenant on warehouse_entry_line using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger warehouse_entry_line_live_insert after insert on warehouse_entry_line referencing new table as n for each statement execute function live_change('warehouseEntryLine', '');
create trigger warehouse_entry_line_live_update after update on warehouse_entry_line referencing new table as n old table as o for each statement execute function live_change('warehouseEntryLine', '');
create trigger warehouse_entry_line_live_delete after delete on warehouse_entry_line referencing old table as o for each statement execute function live_change('warehouseEntryLine', '');

create table part_movement (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  item_name text not null,
  part_id uuid not null,
  movement_kind text not null,
  quantity integer not null,
  balance integer not null,
  entry_id uuid,
  repair_id uuid,
  search text generated always as (lower(coalesce(item_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table part_movement add constraint part_movement_part_id_fk foreign key (tenant_id, part_id) references device_part (tenant_id, id);
create index part_movement_part_id on part_movement (tenant_id, part_id);
alter table part_movement add constraint part_movement_entry_id_fk foreign key (tenant_id, entry_id) references warehouse_entry (tenant_id, id);
create index part_movement_entry_id on part_movement (tenant_id, entry_id);
alter table part_movement add constraint part_movement_repair_id_fk foreign key (tenant_id, repair_id) references repair_order (tenant_id, id);
create index part_movement_repair_id on part_movement (tenant_id, repair_id);
alter table part_movement enable row level security;
alter table part_movement force row level security;
create policy tenant on part_movement using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger part_movement_live_insert after insert on part_movement referencing new table as n for each statement execute function live_change('partMovement', '');
create trigger part_movement_live_update after update on part_movement referencing new table as n old table as o for each statement execute function live_change('partMovement', '');
create trigger part_movement_live_delete after delete on part_movement referencing old table as o for each statement execute function live_change('partMovement', '');

-- The last word on what many people take out at once.
alter table device_part add constraint device_part_quantity_not_negative check (quantity >= 0);

-- Each change of a quantity is a movement; the setting names the record where one did.
create function device_part_moved() returns trigger language plpgsql as $$
declare
  before integer := 0;
  after integer := case when new.is_deleted then 0 else new.quantity end;
  cause text := nullif(current_setting('app.stock_cause', true), '');
  kind text := coalesce(split_part(cause, ' ', 1), 'adjust');
begin
  if tg_op = 'UPDATE' then before := case when old.is_deleted then 0 else old.quantity end; end if;
  if after = before then return null; end if;
  insert into public.part_movement (tenant_id, id, created_by, updated_by, item_name, part_id, movement_kind, quantity, balance, entry_id, repair_id)
  values (new.tenant_id, gen_random_uuid(), new.updated_by, new.updated_by, new.part_name, new.id, kind, after - before, after,
    case kind when 'entry' then split_part(cause, ' ', 2)::uuid end, case kind when 'repair' then split_part(cause, ' ', 2)::uuid end);
  return null;
end $$;
create trigger device_part_moved_insert after insert on device_part for each row execute function device_part_moved();
create trigger device_part_moved_update after update on device_part for each row
  when (old.quantity is distinct from new.quantity or old.is_deleted <> new.is_deleted) execute function device_part_moved();

-- A movement stays as it was written.
create function part_movement_kept() returns trigger language plpgsql as $$ begin
  raise exception 'a movement of a part is not changed' using errcode = 'integrity_constraint_violation';
end $$;
create trigger part_movement_kept after update on part_movement for each row execute function part_movement_kept();

create table ambulance_check (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  check_title text not null,
  dept_id uuid not null,
  check_date date not null,
  shift text not null,
  vehicle text,
  checker_id uuid,
  check_result text not null,
  line_count integer,
  loss_count integer,
  remark text,
  search text generated always as (lower(coalesce(check_title, '') || '|' || coalesce(vehicle, ''))) stored,
  primary key (tenant_id, id)
);
alter table ambulance_check add constraint ambulance_check_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index ambulance_check_dept_id on ambulance_check (tenant_id, dept_id);
alter table ambulance_check add constraint ambulance_check_checker_id_fk foreign key (tenant_id, checker_id) references app_user (tenant_id, id);
create index ambulance_check_checker_id on ambulance_check (tenant_id, checker_id);
alter table ambulance_check enable row level security;
alter table ambulance_check force row level security;
create policy tenant on ambulance_check using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger ambulance_check_names after update on ambulance_check deferrable initially deferred
  for each row when (old.check_title is distinct from new.check_title) execute function bump_names();
create constraint trigger ambulance_check_names_gone after delete on ambulance_check deferrable initially deferred for each row execute function bump_names();
create trigger ambulance_check_live_insert after insert on ambulance_check referencing new table as n for each statement execute function live_change('ambulanceCheck', 'dept_id, checker_id, created_by');
create trigger ambulance_check_live_update after update on ambulance_check referencing new table as n old table as o for each statement execute function live_change('ambulanceCheck', 'dept_id, checker_id, created_by');
create trigger ambulance_check_live_delete after delete on ambulance_check referencing old table as o for each statement execute function live_change('ambulanceCheck', 'dept_id, checker_id, created_by');
create function ambulance_check_check_title() returns trigger language plpgsql as $$ begin
  new.check_title := left(concat_ws(' ', (select l.dept_name from public.dept l where l.tenant_id = new.tenant_id and l.id = new.dept_id), new.check_date::text), 120);
  return new;
end $$;
create trigger ambulance_check_check_title before insert or update on ambulance_check for each row execute function ambulance_check_check_title();
create function ambulance_check_check_title_by_dept_id() returns trigger language plpgsql as $$ begin
  update public.ambulance_check set dept_id = dept_id where tenant_id = new.tenant_id and dept_id = new.id;
  return null;
end $$;
create trigger ambulance_check_check_title_by_dept_id after update on dept for each row when (old.dept_name is distinct from new.dept_name) execute function ambulance_check_check_title_by_dept_id();

create table ambulance_check_line (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  check_id uuid not null,
  place integer not null,
  device_id uuid,
  item_name text not null,
  line_result text not null,
  expires_on date,
  note text,
  search text generated always as (lower(coalesce(item_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table ambulance_check_line add constraint ambulance_check_line_check_id_fk foreign key (tenant_id, check_id) references ambulance_check (tenant_id, id);
create index ambulance_check_line_check_id on ambulance_check_line (tenant_id, check_id);
alter table ambulance_check_line add constraint ambulance_check_line_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index ambulance_check_line_device_id on ambulance_check_line (tenant_id, device_id);
alter table ambulance_check_line enable row level security;
alter table ambulance_check_line force row level security;
create policy tenant on ambulance_check_line using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger ambulance_check_line_live_insert after insert on ambulance_check_line referencing new table as n for each statement execute function live_change('ambulanceCheckLine', '');
create trigger ambulance_check_line_live_update after update on ambulance_check_line referencing new table as n old table as o for each statement execute function live_change('ambulanceCheckLine', '');
create trigger ambulance_check_line_live_delete after delete on ambulance_check_line referencing old table as o for each statement execute function live_change('ambulanceCheckLine', '');

