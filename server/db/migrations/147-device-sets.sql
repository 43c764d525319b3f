-- Sets: several devices of one department that are used together, and the set on the card of a device.
create table device_set (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  set_name text not null,
  set_no text not null,
  dept_id uuid not null,
  location_id uuid,
  keeper_id uuid,
  member_count integer,
  is_inactive smallint,
  qr_token text,
  remark text,
  set_no_key text generated always as (code_key(set_no)) stored,
  search text generated always as (search_form(coalesce(set_name, '') || '|' || coalesce(set_no, '')) || pinyin_form(coalesce(set_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index device_set_set_no_once on device_set (tenant_id, set_no_key) where not is_deleted;
alter table device_set add constraint device_set_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index device_set_dept_id on device_set (tenant_id, dept_id);
alter table device_set add constraint device_set_location_id_fk foreign key (tenant_id, location_id) references location (tenant_id, id);
create index device_set_location_id on device_set (tenant_id, location_id);
alter table device_set add constraint device_set_keeper_id_fk foreign key (tenant_id, keeper_id) references app_user (tenant_id, id);
create index device_set_keeper_id on device_set (tenant_id, keeper_id);
create unique index device_set_qr_token_once on device_set (tenant_id, qr_token) where not is_deleted;
select enable_tenant_table('device_set', 'deviceSet', 'dept_id, created_by', 'set_name');
create function device_set_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceSet', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted) as deleted from n cross join lateral (values ('set:tenant'), ('set:dept:' || n.dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceSet', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted) as deleted from n cross join lateral (values ('set:tenant'), ('set:dept:' || n.dept_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('set:tenant'), ('set:dept:' || o.dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceSet', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('set:tenant'), ('set:dept:' || o.dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger device_set_sync_insert after insert on device_set referencing new table as n for each statement execute function device_set_sync();
create trigger device_set_sync_update after update on device_set referencing new table as n old table as o for each statement execute function device_set_sync();
create trigger device_set_sync_delete after delete on device_set referencing old table as o for each statement execute function device_set_sync();

create table device_set_member (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  device_set_id uuid not null,
  place integer not null,
  device_id uuid not null,
  device_code text,
  since date,
  remark text,
  search text generated always as (search_form(coalesce(device_code, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_set_member add constraint device_set_member_device_set_id_fk foreign key (tenant_id, device_set_id) references device_set (tenant_id, id);
create index device_set_member_device_set_id on device_set_member (tenant_id, device_set_id);
alter table device_set_member add constraint device_set_member_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_set_member_device_id on device_set_member (tenant_id, device_id);
select enable_tenant_table('device_set_member', 'deviceSetMember', '');
create function device_set_member_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceSetMember', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) or (p.is_deleted) as deleted from n join device_set p on p.tenant_id = n.tenant_id and p.id = n.device_set_id cross join lateral (values ('set:tenant'), ('set:dept:' || p.dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceSetMember', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) or (p.is_deleted) as deleted from n join device_set p on p.tenant_id = n.tenant_id and p.id = n.device_set_id cross join lateral (values ('set:tenant'), ('set:dept:' || p.dept_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o join device_set p on p.tenant_id = o.tenant_id and p.id = o.device_set_id cross join lateral (values ('set:tenant'), ('set:dept:' || p.dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceSetMember', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o join device_set p on p.tenant_id = o.tenant_id and p.id = o.device_set_id cross join lateral (values ('set:tenant'), ('set:dept:' || p.dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger device_set_member_sync_insert after insert on device_set_member referencing new table as n for each statement execute function device_set_member_sync();
create trigger device_set_member_sync_update after update on device_set_member referencing new table as n old table as o for each statement execute function device_set_member_sync();
create trigger device_set_member_sync_delete after delete on device_set_member referencing old table as o for each statement execute function device_set_member_sync();
create function device_set_member_sync_parent() returns trigger language plpgsql as $$ begin
  insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceSetMember', id, bool_and(deleted) from (select l.tenant_id, s.scope, l.id, (false) or (n.is_deleted) as deleted from n join o on o.tenant_id = n.tenant_id and o.id = n.id join device_set_member l on l.tenant_id = n.tenant_id and l.device_set_id = n.id cross join lateral (values ('set:tenant'), ('set:dept:' || n.dept_id)) s(scope) where s.scope is not null and (array(values ('set:tenant'), ('set:dept:' || n.dept_id)) is distinct from array(values ('set:tenant'), ('set:dept:' || o.dept_id)) or (n.is_deleted) is distinct from (o.is_deleted))
    union all select l.tenant_id, s.scope, l.id, true from n join o on o.tenant_id = n.tenant_id and o.id = n.id join device_set_member l on l.tenant_id = n.tenant_id and l.device_set_id = n.id cross join lateral (values ('set:tenant'), ('set:dept:' || o.dept_id)) s(scope) where s.scope is not null and (array(values ('set:tenant'), ('set:dept:' || n.dept_id)) is distinct from array(values ('set:tenant'), ('set:dept:' || o.dept_id)) or (n.is_deleted) is distinct from (o.is_deleted))) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  return null;
end $$;
create trigger device_set_member_sync_parent after update on device_set referencing new table as n old table as o for each statement execute function device_set_member_sync_parent();


-- A device is in one set at a time.
create unique index device_set_member_once on device_set_member (tenant_id, device_id);

alter table device add column device_set_id uuid;
alter table device add constraint device_device_set_id_fk foreign key (tenant_id, device_set_id) references device_set (tenant_id, id);
create index device_device_set_id on device (tenant_id, device_set_id) where device_set_id is not null;

-- The card says in which set it is; its version is that of what people write.
create function device_set_on_card() returns trigger language plpgsql as $$ begin
  if tg_op <> 'INSERT' then
    update public.device set device_set_id = null where tenant_id = old.tenant_id and id = old.device_id and device_set_id = old.device_set_id;
  end if;
  if tg_op <> 'DELETE' then
    update public.device set device_set_id = new.device_set_id where tenant_id = new.tenant_id and id = new.device_id and device_set_id is distinct from new.device_set_id;
  end if;
  return null;
end $$;
create trigger device_set_on_card after insert or delete or update of device_id, device_set_id on device_set_member for each row execute function device_set_on_card();

-- Labels of sets.
alter table label_template add column set_lines text[];
alter table label_item add column device_set_id uuid;
alter table label_item add constraint label_item_device_set_id_fk foreign key (tenant_id, device_set_id) references device_set (tenant_id, id);
create index label_item_device_set_id on label_item (tenant_id, device_set_id) where device_set_id is not null;

-- They are filled by imports.
do $do$ begin
  execute replace(pg_get_functiondef('gather_statistics(text)'::regprocedure), $a$'sensor_config'$a$, $a$'sensor_config', 'device_set', 'device_set_member'$a$);
end $do$;
