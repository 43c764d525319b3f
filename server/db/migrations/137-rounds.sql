-- Rounds: routes of rooms in their order, the rounds that are made of them, and their stops.
create table round_route (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  route_name text not null,
  dept_id uuid not null,
  stop_count integer,
  cycle integer,
  cycle_unit text,
  first_due date,
  window_days integer,
  next_due date,
  assignee_id uuid,
  partner_id uuid,
  team_id uuid,
  template_id uuid,
  is_inactive smallint,
  remark text,
  search text generated always as (search_form(coalesce(route_name, '')) || pinyin_form(coalesce(route_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index round_route_route_name_once on round_route (tenant_id, route_name) where not is_deleted;
alter table round_route add constraint round_route_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index round_route_dept_id on round_route (tenant_id, dept_id);
alter table round_route add constraint round_route_assignee_id_fk foreign key (tenant_id, assignee_id) references app_user (tenant_id, id);
create index round_route_assignee_id on round_route (tenant_id, assignee_id);
alter table round_route add constraint round_route_partner_id_fk foreign key (tenant_id, partner_id) references app_user (tenant_id, id);
create index round_route_partner_id on round_route (tenant_id, partner_id);
alter table round_route add constraint round_route_team_id_fk foreign key (tenant_id, team_id) references service_team (tenant_id, id);
create index round_route_team_id on round_route (tenant_id, team_id);
alter table round_route add constraint round_route_template_id_fk foreign key (tenant_id, template_id) references checklist_template (tenant_id, id);
create index round_route_template_id on round_route (tenant_id, template_id);
select enable_tenant_table('round_route', 'roundRoute', 'dept_id, created_by', 'route_name');

create table round_route_stop (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  route_id uuid not null,
  place integer not null,
  location_id uuid not null,
  note text,
  primary key (tenant_id, id)
);
alter table round_route_stop add constraint round_route_stop_route_id_fk foreign key (tenant_id, route_id) references round_route (tenant_id, id);
create index round_route_stop_route_id on round_route_stop (tenant_id, route_id);
alter table round_route_stop add constraint round_route_stop_location_id_fk foreign key (tenant_id, location_id) references location (tenant_id, id);
create index round_route_stop_location_id on round_route_stop (tenant_id, location_id);
select enable_tenant_table('round_route_stop', 'roundRouteStop', '');

create table round_task (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  task_no text not null,
  round_status text not null,
  route_id uuid not null,
  dept_id uuid,
  starts_on date,
  due_date date,
  assignee_id uuid,
  partner_id uuid,
  team_id uuid,
  stop_count integer,
  done_count integer,
  skipped_count integer,
  broken_count integer,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  is_in_time smallint,
  late_reason text,
  cancel_reason text,
  remark text,
  search text generated always as (search_form(coalesce(task_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index round_task_task_no_once on round_task (tenant_id, task_no) where not is_deleted;
alter table round_task add constraint round_task_route_id_fk foreign key (tenant_id, route_id) references round_route (tenant_id, id);
create index round_task_route_id on round_task (tenant_id, route_id);
alter table round_task add constraint round_task_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index round_task_dept_id on round_task (tenant_id, dept_id);
alter table round_task add constraint round_task_assignee_id_fk foreign key (tenant_id, assignee_id) references app_user (tenant_id, id);
create index round_task_assignee_id on round_task (tenant_id, assignee_id);
alter table round_task add constraint round_task_partner_id_fk foreign key (tenant_id, partner_id) references app_user (tenant_id, id);
create index round_task_partner_id on round_task (tenant_id, partner_id);
alter table round_task add constraint round_task_team_id_fk foreign key (tenant_id, team_id) references service_team (tenant_id, id);
create index round_task_team_id on round_task (tenant_id, team_id);
select enable_tenant_table('round_task', 'roundTask', 'dept_id, assignee_id, partner_id, created_by', 'task_no');
create function round_task_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'roundTask', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.round_status not in ('todo', 'walking')) as deleted from n cross join lateral (values ('round:tenant'), ('round:dept:' || n.dept_id), ('round:user:' || n.assignee_id), ('round:user:' || n.partner_id), ('round:team:' || n.team_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'roundTask', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.round_status not in ('todo', 'walking')) as deleted from n cross join lateral (values ('round:tenant'), ('round:dept:' || n.dept_id), ('round:user:' || n.assignee_id), ('round:user:' || n.partner_id), ('round:team:' || n.team_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('round:tenant'), ('round:dept:' || o.dept_id), ('round:user:' || o.assignee_id), ('round:user:' || o.partner_id), ('round:team:' || o.team_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'roundTask', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('round:tenant'), ('round:dept:' || o.dept_id), ('round:user:' || o.assignee_id), ('round:user:' || o.partner_id), ('round:team:' || o.team_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger round_task_sync_insert after insert on round_task referencing new table as n for each statement execute function round_task_sync();
create trigger round_task_sync_update after update on round_task referencing new table as n old table as o for each statement execute function round_task_sync();
create trigger round_task_sync_delete after delete on round_task referencing old table as o for each statement execute function round_task_sync();

create table round_stop (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  task_id uuid not null,
  place integer not null,
  stop_name text not null,
  location_id uuid not null,
  stop_status text not null,
  note text,
  device_count integer,
  done_by_id uuid,
  done_at timestamp with time zone,
  label_code text,
  checked_count integer,
  finding text,
  skip_reason text,
  broken_count integer,
  repairs uuid[],
  checklists uuid[],
  search text generated always as (search_form(coalesce(stop_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table round_stop add constraint round_stop_task_id_fk foreign key (tenant_id, task_id) references round_task (tenant_id, id);
create index round_stop_task_id on round_stop (tenant_id, task_id);
alter table round_stop add constraint round_stop_location_id_fk foreign key (tenant_id, location_id) references location (tenant_id, id);
create index round_stop_location_id on round_stop (tenant_id, location_id);
alter table round_stop add constraint round_stop_done_by_id_fk foreign key (tenant_id, done_by_id) references app_user (tenant_id, id);
create index round_stop_done_by_id on round_stop (tenant_id, done_by_id);
select enable_tenant_table('round_stop', 'roundStop', '');
create function round_stop_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'roundStop', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) or (p.is_deleted or p.round_status not in ('todo', 'walking')) as deleted from n join round_task p on p.tenant_id = n.tenant_id and p.id = n.task_id cross join lateral (values ('round:tenant'), ('round:dept:' || p.dept_id), ('round:user:' || p.assignee_id), ('round:user:' || p.partner_id), ('round:team:' || p.team_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'roundStop', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) or (p.is_deleted or p.round_status not in ('todo', 'walking')) as deleted from n join round_task p on p.tenant_id = n.tenant_id and p.id = n.task_id cross join lateral (values ('round:tenant'), ('round:dept:' || p.dept_id), ('round:user:' || p.assignee_id), ('round:user:' || p.partner_id), ('round:team:' || p.team_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o join round_task p on p.tenant_id = o.tenant_id and p.id = o.task_id cross join lateral (values ('round:tenant'), ('round:dept:' || p.dept_id), ('round:user:' || p.assignee_id), ('round:user:' || p.partner_id), ('round:team:' || p.team_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'roundStop', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o join round_task p on p.tenant_id = o.tenant_id and p.id = o.task_id cross join lateral (values ('round:tenant'), ('round:dept:' || p.dept_id), ('round:user:' || p.assignee_id), ('round:user:' || p.partner_id), ('round:team:' || p.team_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger round_stop_sync_insert after insert on round_stop referencing new table as n for each statement execute function round_stop_sync();
create trigger round_stop_sync_update after update on round_stop referencing new table as n old table as o for each statement execute function round_stop_sync();
create trigger round_stop_sync_delete after delete on round_stop referencing old table as o for each statement execute function round_stop_sync();
create function round_stop_sync_parent() returns trigger language plpgsql as $$ begin
  insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'roundStop', id, bool_and(deleted) from (select l.tenant_id, s.scope, l.id, (false) or (n.is_deleted or n.round_status not in ('todo', 'walking')) as deleted from n join o on o.tenant_id = n.tenant_id and o.id = n.id join round_stop l on l.tenant_id = n.tenant_id and l.task_id = n.id cross join lateral (values ('round:tenant'), ('round:dept:' || n.dept_id), ('round:user:' || n.assignee_id), ('round:user:' || n.partner_id), ('round:team:' || n.team_id)) s(scope) where s.scope is not null and (array(values ('round:tenant'), ('round:dept:' || n.dept_id), ('round:user:' || n.assignee_id), ('round:user:' || n.partner_id), ('round:team:' || n.team_id)) is distinct from array(values ('round:tenant'), ('round:dept:' || o.dept_id), ('round:user:' || o.assignee_id), ('round:user:' || o.partner_id), ('round:team:' || o.team_id)) or (n.is_deleted or n.round_status not in ('todo', 'walking')) is distinct from (o.is_deleted or o.round_status not in ('todo', 'walking')))
    union all select l.tenant_id, s.scope, l.id, true from n join o on o.tenant_id = n.tenant_id and o.id = n.id join round_stop l on l.tenant_id = n.tenant_id and l.task_id = n.id cross join lateral (values ('round:tenant'), ('round:dept:' || o.dept_id), ('round:user:' || o.assignee_id), ('round:user:' || o.partner_id), ('round:team:' || o.team_id)) s(scope) where s.scope is not null and (array(values ('round:tenant'), ('round:dept:' || n.dept_id), ('round:user:' || n.assignee_id), ('round:user:' || n.partner_id), ('round:team:' || n.team_id)) is distinct from array(values ('round:tenant'), ('round:dept:' || o.dept_id), ('round:user:' || o.assignee_id), ('round:user:' || o.partner_id), ('round:team:' || o.team_id)) or (n.is_deleted or n.round_status not in ('todo', 'walking')) is distinct from (o.is_deleted or o.round_status not in ('todo', 'walking')))) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  return null;
end $$;
create trigger round_stop_sync_parent after update on round_task referencing new table as n old table as o for each statement execute function round_stop_sync_parent();

create index round_route_next_due on round_route (tenant_id, next_due) where not is_deleted;
create index round_task_open on round_task (tenant_id, due_date) where round_status in ('todo', 'walking') and not is_deleted;
