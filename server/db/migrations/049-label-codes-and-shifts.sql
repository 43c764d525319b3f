-- Code 128 and GS1 DataMatrix on labels, the device classes that use a template, and trolleys that are checked by shift on phones.
alter table label_template
  add column barcode text,
  add column barcode_height numeric(16,1),
  add column with_udi smallint,
  add column udi_size numeric(16,1),
  add column classes uuid[];

create table ambulance_vehicle (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  vehicle_name text not null,
  vehicle_code text,
  dept_id uuid not null,
  device_id uuid,
  item_count integer,
  last_check_date date,
  last_shift text,
  last_result text,
  last_losses text,
  hand_over text,
  remark text,
  search text generated always as (lower(coalesce(vehicle_name, '') || '|' || coalesce(vehicle_code, ''))) stored,
  primary key (tenant_id, id)
);
create unique index ambulance_vehicle_vehicle_name_once on ambulance_vehicle (tenant_id, vehicle_name) where not is_deleted;
create unique index ambulance_vehicle_vehicle_code_once on ambulance_vehicle (tenant_id, vehicle_code) where not is_deleted;
alter table ambulance_vehicle add constraint ambulance_vehicle_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index ambulance_vehicle_dept_id on ambulance_vehicle (tenant_id, dept_id);
alter table ambulance_vehicle add constraint ambulance_vehicle_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index ambulance_vehicle_device_id on ambulance_vehicle (tenant_id, device_id);
alter table ambulance_vehicle enable row level security;
alter table ambulance_vehicle force row level security;
create policy tenant on ambulance_vehicle using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create function ambulance_vehicle_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'ambulanceVehicle', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted) as deleted from n cross join lateral (values ('tenant'), ('dept:' || n.dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'ambulanceVehicle', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted) as deleted from n cross join lateral (values ('tenant'), ('dept:' || n.dept_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('tenant'), ('dept:' || o.dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'ambulanceVehicle', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('tenant'), ('dept:' || o.dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger ambulance_vehicle_sync_insert after insert on ambulance_vehicle referencing new table as n for each statement execute function ambulance_vehicle_sync();
create trigger ambulance_vehicle_sync_update after update on ambulance_vehicle referencing new table as n old table as o for each statement execute function ambulance_vehicle_sync();
create trigger ambulance_vehicle_sync_delete after delete on ambulance_vehicle referencing old table as o for each statement execute function ambulance_vehicle_sync();
create constraint trigger ambulance_vehicle_names after update on ambulance_vehicle deferrable initially deferred
  for each row when (old.vehicle_name is distinct from new.vehicle_name) execute function bump_names();
create constraint trigger ambulance_vehicle_names_gone after delete on ambulance_vehicle deferrable initially deferred for each row execute function bump_names();
create trigger ambulance_vehicle_live_insert after insert on ambulance_vehicle referencing new table as n for each statement execute function live_change('ambulanceVehicle', 'dept_id, created_by');
create trigger ambulance_vehicle_live_update after update on ambulance_vehicle referencing new table as n old table as o for each statement execute function live_change('ambulanceVehicle', 'dept_id, created_by');
create trigger ambulance_vehicle_live_delete after delete on ambulance_vehicle referencing old table as o for each statement execute function live_change('ambulanceVehicle', 'dept_id, created_by');

create table ambulance_item (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  vehicle_id uuid not null,
  place integer not null,
  item_name text not null,
  device_id uuid,
  quantity integer not null,
  least_quantity integer,
  unit text,
  expires_on date,
  search text generated always as (lower(coalesce(item_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table ambulance_item add constraint ambulance_item_vehicle_id_fk foreign key (tenant_id, vehicle_id) references ambulance_vehicle (tenant_id, id);
create index ambulance_item_vehicle_id on ambulance_item (tenant_id, vehicle_id);
alter table ambulance_item add constraint ambulance_item_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index ambulance_item_device_id on ambulance_item (tenant_id, device_id);
alter table ambulance_item enable row level security;
alter table ambulance_item force row level security;
create policy tenant on ambulance_item using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger ambulance_item_live_insert after insert on ambulance_item referencing new table as n for each statement execute function live_change('ambulanceItem', '');
create trigger ambulance_item_live_update after update on ambulance_item referencing new table as n old table as o for each statement execute function live_change('ambulanceItem', '');
create trigger ambulance_item_live_delete after delete on ambulance_item referencing old table as o for each statement execute function live_change('ambulanceItem', '');
create function ambulance_item_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'ambulanceItem', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) or (p.is_deleted) as deleted from n join ambulance_vehicle p on p.tenant_id = n.tenant_id and p.id = n.vehicle_id cross join lateral (values ('tenant'), ('dept:' || p.dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'ambulanceItem', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) or (p.is_deleted) as deleted from n join ambulance_vehicle p on p.tenant_id = n.tenant_id and p.id = n.vehicle_id cross join lateral (values ('tenant'), ('dept:' || p.dept_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o join ambulance_vehicle p on p.tenant_id = o.tenant_id and p.id = o.vehicle_id cross join lateral (values ('tenant'), ('dept:' || p.dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'ambulanceItem', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o join ambulance_vehicle p on p.tenant_id = o.tenant_id and p.id = o.vehicle_id cross join lateral (values ('tenant'), ('dept:' || p.dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger ambulance_item_sync_insert after insert on ambulance_item referencing new table as n for each statement execute function ambulance_item_sync();
create trigger ambulance_item_sync_update after update on ambulance_item referencing new table as n old table as o for each statement execute function ambulance_item_sync();
create trigger ambulance_item_sync_delete after delete on ambulance_item referencing old table as o for each statement execute function ambulance_item_sync();
create function ambulance_item_sync_parent() returns trigger language plpgsql as $$ begin
  insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'ambulanceItem', id, bool_and(deleted) from (select l.tenant_id, s.scope, l.id, (false) or (n.is_deleted) as deleted from n join o on o.tenant_id = n.tenant_id and o.id = n.id join ambulance_item l on l.tenant_id = n.tenant_id and l.vehicle_id = n.id cross join lateral (values ('tenant'), ('dept:' || n.dept_id)) s(scope) where s.scope is not null and (array(values ('tenant'), ('dept:' || n.dept_id)) is distinct from array(values ('tenant'), ('dept:' || o.dept_id)) or (n.is_deleted) is distinct from (o.is_deleted))
    union all select l.tenant_id, s.scope, l.id, true from n join o on o.tenant_id = n.tenant_id and o.id = n.id join ambulance_item l on l.tenant_id = n.tenant_id and l.vehicle_id = n.id cross join lateral (values ('tenant'), ('dept:' || o.dept_id)) s(scope) where s.scope is not null and (array(values ('tenant'), ('dept:' || n.dept_id)) is distinct from array(values ('tenant'), ('dept:' || o.dept_id)) or (n.is_deleted) is distinct from (o.is_deleted))) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  return null;
end $$;
create trigger ambulance_item_sync_parent after update on ambulance_vehicle referencing new table as n old table as o for each statement execute function ambulance_item_sync_parent();

alter table ambulance_check
  add column vehicle_card_id uuid,
  add column hand_over_to text,
  add column hand_over_note text;
alter table ambulance_check add constraint ambulance_check_vehicle_card_id_fk foreign key (tenant_id, vehicle_card_id) references ambulance_vehicle (tenant_id, id);
create index ambulance_check_vehicle_card_id on ambulance_check (tenant_id, vehicle_card_id);
alter table ambulance_check_line
  add column standard integer,
  add column quantity integer;
create function ambulance_check_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'ambulanceCheck', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.check_result not in ('loss')) as deleted from n cross join lateral (values ('user:' || n.checker_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'ambulanceCheck', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.check_result not in ('loss')) as deleted from n cross join lateral (values ('user:' || n.checker_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('user:' || o.checker_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'ambulanceCheck', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('user:' || o.checker_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger ambulance_check_sync_insert after insert on ambulance_check referencing new table as n for each statement execute function ambulance_check_sync();
create trigger ambulance_check_sync_update after update on ambulance_check referencing new table as n old table as o for each statement execute function ambulance_check_sync();
create trigger ambulance_check_sync_delete after delete on ambulance_check referencing old table as o for each statement execute function ambulance_check_sync();
