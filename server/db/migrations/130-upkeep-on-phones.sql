-- Open maintenance orders, metrology cards and records without a result reach the phones of those who see them.
alter table measure_record add column returned_on date;
create function maintain_order_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'maintainOrder', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.order_state not in ('due', 'assigned', 'working')) as deleted from n cross join lateral (values ('maintenance:tenant'), ('maintenance:dept:' || n.use_dept_id), ('maintenance:user:' || n.assignee_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'maintainOrder', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.order_state not in ('due', 'assigned', 'working')) as deleted from n cross join lateral (values ('maintenance:tenant'), ('maintenance:dept:' || n.use_dept_id), ('maintenance:user:' || n.assignee_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('maintenance:tenant'), ('maintenance:dept:' || o.use_dept_id), ('maintenance:user:' || o.assignee_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'maintainOrder', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('maintenance:tenant'), ('maintenance:dept:' || o.use_dept_id), ('maintenance:user:' || o.assignee_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger maintain_order_sync_insert after insert on maintain_order referencing new table as n for each statement execute function maintain_order_sync();
create trigger maintain_order_sync_update after update on maintain_order referencing new table as n old table as o for each statement execute function maintain_order_sync();
create trigger maintain_order_sync_delete after delete on maintain_order referencing old table as o for each statement execute function maintain_order_sync();
create function measure_card_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'measureCard', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted) or (p.is_deleted) as deleted from n join device p on p.tenant_id = n.tenant_id and p.id = n.device_id cross join lateral (values ('metrology:tenant'), ('metrology:dept:' || p.use_dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'measureCard', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted) or (p.is_deleted) as deleted from n join device p on p.tenant_id = n.tenant_id and p.id = n.device_id cross join lateral (values ('metrology:tenant'), ('metrology:dept:' || p.use_dept_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o join device p on p.tenant_id = o.tenant_id and p.id = o.device_id cross join lateral (values ('metrology:tenant'), ('metrology:dept:' || p.use_dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'measureCard', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o join device p on p.tenant_id = o.tenant_id and p.id = o.device_id cross join lateral (values ('metrology:tenant'), ('metrology:dept:' || p.use_dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger measure_card_sync_insert after insert on measure_card referencing new table as n for each statement execute function measure_card_sync();
create trigger measure_card_sync_update after update on measure_card referencing new table as n old table as o for each statement execute function measure_card_sync();
create trigger measure_card_sync_delete after delete on measure_card referencing old table as o for each statement execute function measure_card_sync();
create function measure_card_sync_parent() returns trigger language plpgsql as $$ begin
  insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'measureCard', id, bool_and(deleted) from (select l.tenant_id, s.scope, l.id, (l.is_deleted) or (n.is_deleted) as deleted from n join o on o.tenant_id = n.tenant_id and o.id = n.id join measure_card l on l.tenant_id = n.tenant_id and l.device_id = n.id cross join lateral (values ('metrology:tenant'), ('metrology:dept:' || n.use_dept_id)) s(scope) where s.scope is not null and (array(values ('metrology:tenant'), ('metrology:dept:' || n.use_dept_id)) is distinct from array(values ('metrology:tenant'), ('metrology:dept:' || o.use_dept_id)) or (n.is_deleted) is distinct from (o.is_deleted))
    union all select l.tenant_id, s.scope, l.id, true from n join o on o.tenant_id = n.tenant_id and o.id = n.id join measure_card l on l.tenant_id = n.tenant_id and l.device_id = n.id cross join lateral (values ('metrology:tenant'), ('metrology:dept:' || o.use_dept_id)) s(scope) where s.scope is not null and (array(values ('metrology:tenant'), ('metrology:dept:' || n.use_dept_id)) is distinct from array(values ('metrology:tenant'), ('metrology:dept:' || o.use_dept_id)) or (n.is_deleted) is distinct from (o.is_deleted))) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  return null;
end $$;
create trigger measure_card_sync_parent after update on device referencing new table as n old table as o for each statement execute function measure_card_sync_parent();
create function measure_record_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'measureRecord', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.record_status not in ('planned', 'sent', 'returned')) or (p.is_deleted) as deleted from n join device p on p.tenant_id = n.tenant_id and p.id = n.device_id cross join lateral (values ('metrology:tenant'), ('metrology:dept:' || p.use_dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'measureRecord', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.record_status not in ('planned', 'sent', 'returned')) or (p.is_deleted) as deleted from n join device p on p.tenant_id = n.tenant_id and p.id = n.device_id cross join lateral (values ('metrology:tenant'), ('metrology:dept:' || p.use_dept_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o join device p on p.tenant_id = o.tenant_id and p.id = o.device_id cross join lateral (values ('metrology:tenant'), ('metrology:dept:' || p.use_dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'measureRecord', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o join device p on p.tenant_id = o.tenant_id and p.id = o.device_id cross join lateral (values ('metrology:tenant'), ('metrology:dept:' || p.use_dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger measure_record_sync_insert after insert on measure_record referencing new table as n for each statement execute function measure_record_sync();
create trigger measure_record_sync_update after update on measure_record referencing new table as n old table as o for each statement execute function measure_record_sync();
create trigger measure_record_sync_delete after delete on measure_record referencing old table as o for each statement execute function measure_record_sync();
-- Records with a result have left the phones already.
create function measure_record_sync_parent() returns trigger language plpgsql as $$ begin
  insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'measureRecord', id, bool_and(deleted) from (select l.tenant_id, s.scope, l.id, (l.is_deleted or l.record_status not in ('planned', 'sent', 'returned')) or (n.is_deleted) as deleted from n join o on o.tenant_id = n.tenant_id and o.id = n.id join measure_record l on l.tenant_id = n.tenant_id and l.device_id = n.id and l.record_status in ('planned', 'sent', 'returned') cross join lateral (values ('metrology:tenant'), ('metrology:dept:' || n.use_dept_id)) s(scope) where s.scope is not null and (array(values ('metrology:tenant'), ('metrology:dept:' || n.use_dept_id)) is distinct from array(values ('metrology:tenant'), ('metrology:dept:' || o.use_dept_id)) or (n.is_deleted) is distinct from (o.is_deleted))
    union all select l.tenant_id, s.scope, l.id, true from n join o on o.tenant_id = n.tenant_id and o.id = n.id join measure_record l on l.tenant_id = n.tenant_id and l.device_id = n.id and l.record_status in ('planned', 'sent', 'returned') cross join lateral (values ('metrology:tenant'), ('metrology:dept:' || o.use_dept_id)) s(scope) where s.scope is not null and (array(values ('metrology:tenant'), ('metrology:dept:' || n.use_dept_id)) is distinct from array(values ('metrology:tenant'), ('metrology:dept:' || o.use_dept_id)) or (n.is_deleted) is distinct from (o.is_deleted))) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  return null;
end $$;
create trigger measure_record_sync_parent after update on device referencing new table as n old table as o for each statement execute function measure_record_sync_parent();
alter table maintain_order no force row level security;
alter table measure_card no force row level security;
alter table measure_record no force row level security;
alter table device no force row level security;
alter table sync_change no force row level security;
update maintain_order set order_no = order_no where not is_deleted and order_state in ('due', 'assigned', 'working');
update measure_card set label_state = label_state where not is_deleted;
update measure_record set record_no = record_no where not is_deleted and record_status in ('planned', 'sent', 'returned');
alter table maintain_order force row level security;
alter table measure_card force row level security;
alter table measure_record force row level security;
alter table device force row level security;
alter table sync_change force row level security;
