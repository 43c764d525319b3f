-- Open checklists and the versions that they are filled in by reach the phones of those who see them.
create function checklist_task_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checklistTask', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.task_status not in ('todo', 'filling')) as deleted from n cross join lateral (values ('checklist:tenant'), ('checklist:dept:' || n.use_dept_id), ('checklist:user:' || n.assignee_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checklistTask', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.task_status not in ('todo', 'filling')) as deleted from n cross join lateral (values ('checklist:tenant'), ('checklist:dept:' || n.use_dept_id), ('checklist:user:' || n.assignee_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('checklist:tenant'), ('checklist:dept:' || o.use_dept_id), ('checklist:user:' || o.assignee_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checklistTask', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('checklist:tenant'), ('checklist:dept:' || o.use_dept_id), ('checklist:user:' || o.assignee_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger checklist_task_sync_insert after insert on checklist_task referencing new table as n for each statement execute function checklist_task_sync();
create trigger checklist_task_sync_update after update on checklist_task referencing new table as n old table as o for each statement execute function checklist_task_sync();
create trigger checklist_task_sync_delete after delete on checklist_task referencing old table as o for each statement execute function checklist_task_sync();
create function checklist_version_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checklistVersion', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) as deleted from n cross join lateral (values ('base')) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checklistVersion', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) as deleted from n cross join lateral (values ('base')) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('base')) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checklistVersion', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('base')) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger checklist_version_sync_insert after insert on checklist_version referencing new table as n for each statement execute function checklist_version_sync();
create trigger checklist_version_sync_update after update on checklist_version referencing new table as n old table as o for each statement execute function checklist_version_sync();
create trigger checklist_version_sync_delete after delete on checklist_version referencing old table as o for each statement execute function checklist_version_sync();
alter table checklist_task no force row level security;
alter table checklist_version no force row level security;
alter table sync_change no force row level security;
update checklist_task set task_no = task_no where not is_deleted and task_status in ('todo', 'filling');
update checklist_version set version_no = version_no;
alter table checklist_task force row level security;
alter table checklist_version force row level security;
alter table sync_change force row level security;
