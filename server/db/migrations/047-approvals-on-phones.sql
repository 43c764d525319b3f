-- What waits for a person is kept on that person's phone: who holds an approval, and what they need to decide about it.
alter table flow_instance add column held_by uuid[], add column brief jsonb;
create function flow_instance_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'flowInstance', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.instance_status not in ('running')) as deleted from n cross join lateral (select 'user:' || person from unnest(n.held_by) person) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'flowInstance', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.instance_status not in ('running')) as deleted from n cross join lateral (select 'user:' || person from unnest(n.held_by) person) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (select 'user:' || person from unnest(o.held_by) person) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'flowInstance', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (select 'user:' || person from unnest(o.held_by) person) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger flow_instance_sync_insert after insert on flow_instance referencing new table as n for each statement execute function flow_instance_sync();
create trigger flow_instance_sync_update after update on flow_instance referencing new table as n old table as o for each statement execute function flow_instance_sync();
create trigger flow_instance_sync_delete after delete on flow_instance referencing old table as o for each statement execute function flow_instance_sync();
-- A person's own applications, so that one can be written without a network.
create function device_apply_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceApply', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.status not in ('draft', 'submitted', 'in_approval', 'rejected', 'approved', 'executing')) as deleted from n cross join lateral (values ('user:' || n.applicant_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceApply', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.status not in ('draft', 'submitted', 'in_approval', 'rejected', 'approved', 'executing')) as deleted from n cross join lateral (values ('user:' || n.applicant_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('user:' || o.applicant_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceApply', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('user:' || o.applicant_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger device_apply_sync_insert after insert on device_apply referencing new table as n for each statement execute function device_apply_sync();
create trigger device_apply_sync_update after update on device_apply referencing new table as n old table as o for each statement execute function device_apply_sync();
create trigger device_apply_sync_delete after delete on device_apply referencing old table as o for each statement execute function device_apply_sync();
alter table flow_instance no force row level security;
alter table device_apply no force row level security;
alter table flow_task no force row level security;
alter table sync_change no force row level security;
-- Approvals that run already reach the phones; what they are about is read from the server.
update flow_instance i set held_by = array(
    select t.user_id from flow_task t where t.tenant_id = i.tenant_id and t.instance_id = i.id and t.task_state = 'open' union select i.applicant_id)
  where i.instance_status = 'running';
update device_apply set applicant_id = applicant_id where not is_deleted and status not in ('finished', 'ended', 'cancelled');
alter table flow_instance force row level security;
alter table device_apply force row level security;
alter table flow_task force row level security;
alter table sync_change force row level security;
