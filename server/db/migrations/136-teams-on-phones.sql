-- Teams reach the phones of their members, and so do the open orders that wait for them.
create function service_team_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'serviceTeam', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted) as deleted from n cross join lateral (select 'team:user:' || person from unnest(n.members) person) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'serviceTeam', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted) as deleted from n cross join lateral (select 'team:user:' || person from unnest(n.members) person) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (select 'team:user:' || person from unnest(o.members) person) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'serviceTeam', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (select 'team:user:' || person from unnest(o.members) person) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger service_team_sync_insert after insert on service_team referencing new table as n for each statement execute function service_team_sync();
create trigger service_team_sync_update after update on service_team referencing new table as n old table as o for each statement execute function service_team_sync();
create trigger service_team_sync_delete after delete on service_team referencing old table as o for each statement execute function service_team_sync();
create or replace function maintain_order_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'maintainOrder', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.order_state not in ('due', 'assigned', 'working')) as deleted from n cross join lateral (values ('maintenance:tenant'), ('maintenance:dept:' || n.use_dept_id), ('maintenance:user:' || n.assignee_id), ('maintenance:team:' || n.team_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'maintainOrder', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.order_state not in ('due', 'assigned', 'working')) as deleted from n cross join lateral (values ('maintenance:tenant'), ('maintenance:dept:' || n.use_dept_id), ('maintenance:user:' || n.assignee_id), ('maintenance:team:' || n.team_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('maintenance:tenant'), ('maintenance:dept:' || o.use_dept_id), ('maintenance:user:' || o.assignee_id), ('maintenance:team:' || o.team_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'maintainOrder', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('maintenance:tenant'), ('maintenance:dept:' || o.use_dept_id), ('maintenance:user:' || o.assignee_id), ('maintenance:team:' || o.team_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create or replace function repair_order_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'repairOrder', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.repair_status not in ('reported', 'accepted', 'assigned', 'working', 'waiting', 'outside', 'finished', 'returned')) as deleted from n cross join lateral (values ('repair:tenant'), ('repair:dept:' || n.use_dept_id), ('repair:user:' || n.reporter_id), ('repair:user:' || n.engineer_id), ('repair:team:' || n.team_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'repairOrder', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.repair_status not in ('reported', 'accepted', 'assigned', 'working', 'waiting', 'outside', 'finished', 'returned')) as deleted from n cross join lateral (values ('repair:tenant'), ('repair:dept:' || n.use_dept_id), ('repair:user:' || n.reporter_id), ('repair:user:' || n.engineer_id), ('repair:team:' || n.team_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('repair:tenant'), ('repair:dept:' || o.use_dept_id), ('repair:user:' || o.reporter_id), ('repair:user:' || o.engineer_id), ('repair:team:' || o.team_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'repairOrder', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('repair:tenant'), ('repair:dept:' || o.use_dept_id), ('repair:user:' || o.reporter_id), ('repair:user:' || o.engineer_id), ('repair:team:' || o.team_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;

-- Only what waits for a team is sent again: rows that no team has are on their phones as they are.
alter table service_team no force row level security;
alter table maintain_order no force row level security;
alter table repair_order no force row level security;
alter table sync_change no force row level security;
update service_team set team_name = team_name where not is_deleted;
update maintain_order set order_no = order_no where not is_deleted and team_id is not null and order_state in ('due', 'assigned', 'working');
update repair_order set order_no = order_no where not is_deleted and team_id is not null
  and repair_status in ('reported', 'accepted', 'assigned', 'working', 'waiting', 'outside', 'finished', 'returned');
alter table service_team force row level security;
alter table maintain_order force row level security;
alter table repair_order force row level security;
alter table sync_change force row level security;
