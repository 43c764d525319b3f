-- Alarms without a reason reach the phones of those who see their devices.
create function sensor_alarm_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'sensorAlarm', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.response_state not in ('waiting')) or (p.is_deleted) as deleted from n join device p on p.tenant_id = n.tenant_id and p.id = n.device_id cross join lateral (values ('tenant'), ('dept:' || p.use_dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'sensorAlarm', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.response_state not in ('waiting')) or (p.is_deleted) as deleted from n join device p on p.tenant_id = n.tenant_id and p.id = n.device_id cross join lateral (values ('tenant'), ('dept:' || p.use_dept_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o join device p on p.tenant_id = o.tenant_id and p.id = o.device_id cross join lateral (values ('tenant'), ('dept:' || p.use_dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'sensorAlarm', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o join device p on p.tenant_id = o.tenant_id and p.id = o.device_id cross join lateral (values ('tenant'), ('dept:' || p.use_dept_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger sensor_alarm_sync_insert after insert on sensor_alarm referencing new table as n for each statement execute function sensor_alarm_sync();
create trigger sensor_alarm_sync_update after update on sensor_alarm referencing new table as n old table as o for each statement execute function sensor_alarm_sync();
create trigger sensor_alarm_sync_delete after delete on sensor_alarm referencing old table as o for each statement execute function sensor_alarm_sync();
-- Answered alarms have left the phones already: a device may have thousands of them.
create function sensor_alarm_sync_parent() returns trigger language plpgsql as $$ begin
  insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'sensorAlarm', id, bool_and(deleted) from (select l.tenant_id, s.scope, l.id, n.is_deleted as deleted from n join o on o.tenant_id = n.tenant_id and o.id = n.id join sensor_alarm l on l.tenant_id = n.tenant_id and l.device_id = n.id and l.response_state = 'waiting' cross join lateral (values ('tenant'), ('dept:' || n.use_dept_id)) s(scope) where s.scope is not null and (array(values ('tenant'), ('dept:' || n.use_dept_id)) is distinct from array(values ('tenant'), ('dept:' || o.use_dept_id)) or (n.is_deleted) is distinct from (o.is_deleted))
    union all select l.tenant_id, s.scope, l.id, true from n join o on o.tenant_id = n.tenant_id and o.id = n.id join sensor_alarm l on l.tenant_id = n.tenant_id and l.device_id = n.id and l.response_state = 'waiting' cross join lateral (values ('tenant'), ('dept:' || o.use_dept_id)) s(scope) where s.scope is not null and (array(values ('tenant'), ('dept:' || n.use_dept_id)) is distinct from array(values ('tenant'), ('dept:' || o.use_dept_id)) or (n.is_deleted) is distinct from (o.is_deleted))) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  return null;
end $$;
create trigger sensor_alarm_sync_parent after update on device referencing new table as n old table as o for each statement execute function sensor_alarm_sync_parent();
alter table sensor_alarm no force row level security;
alter table device no force row level security;
alter table sync_change no force row level security;
update sensor_alarm set response_state = response_state where response_state = 'waiting';
alter table sensor_alarm force row level security;
alter table device force row level security;
alter table sync_change force row level security;
