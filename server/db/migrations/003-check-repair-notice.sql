-- Checks by department with reviews, repairs, notices and files.
-- Rows of all tenants are brought along, which forced row level security would hide from the owner too.
do $$ declare t text; begin
  foreach t in array array['check_task', 'check_line', 'check_scan', 'dept'] loop execute format('alter table %I no force row level security', t); end loop;
end $$;
alter table check_task add column mode text not null default 'open', add column scope_depts uuid[], add column scope_locations uuid[],
  add column scope_categories uuid[], add column scope_states text[], add column closed_at timestamp with time zone, add column line_count integer;
alter table check_task alter column mode drop default;
update check_task k set line_count = (select count(*) from check_line l where l.tenant_id = k.tenant_id and l.check_id = k.id);

alter table check_line alter column device_id drop not null, add column dept_id uuid, add column book_value numeric(16,2), add column is_surplus smallint,
  add column wrong_field text, add column seen_value text, add column reason text, add column photos uuid[], add column posting text not null default 'none';
alter table check_line alter column posting drop default;
update check_line set dept_id = book_dept_id, reason = note, is_surplus = 0;
alter table check_line drop column note;
alter table check_line add constraint check_line_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index check_line_dept_id on check_line (tenant_id, dept_id);
drop index check_line_check_id;
create index check_line_check_id on check_line (tenant_id, check_id, dept_id, result);
-- Two people who meet the same label that no card carries have met one thing.
create unique index check_line_unknown_once on check_line (tenant_id, check_id, device_code) where device_id is null;

alter table check_scan add column way text not null default 'camera', add column is_withdrawn smallint, add column round integer,
  add column wrong_field text, add column seen_value text, add column reason text, add column photos uuid[];
alter table check_scan alter column way drop default;

create or replace function check_task_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkTask', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.check_status not in ('open')) as deleted from n cross join lateral (values ('task:' || n.id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkTask', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.check_status not in ('open')) as deleted from n cross join lateral (values ('task:' || n.id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('task:' || o.id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkTask', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('task:' || o.id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create or replace function check_line_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkLine', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) as deleted from n cross join lateral (values ('task:' || n.check_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkLine', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) as deleted from n cross join lateral (values ('task:' || n.check_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('task:' || o.check_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkLine', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('task:' || o.check_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;

create table check_dept (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  check_id uuid not null,
  dept_id uuid,
  dept_title text not null,
  dept_status text not null,
  round integer not null,
  book_count integer not null,
  submitted_by_id uuid,
  submitted_at timestamp with time zone,
  posted_at timestamp with time zone,
  search text generated always as (lower(coalesce(dept_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table check_dept add constraint check_dept_check_id_fk foreign key (tenant_id, check_id) references check_task (tenant_id, id);
create index check_dept_check_id on check_dept (tenant_id, check_id);
alter table check_dept add constraint check_dept_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index check_dept_dept_id on check_dept (tenant_id, dept_id);
alter table check_dept add constraint check_dept_submitted_by_id_fk foreign key (tenant_id, submitted_by_id) references app_user (tenant_id, id);
create index check_dept_submitted_by_id on check_dept (tenant_id, submitted_by_id);
alter table check_dept enable row level security;
alter table check_dept force row level security;
create policy tenant on check_dept using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create function check_dept_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkDept', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) as deleted from n cross join lateral (values ('task:' || n.check_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkDept', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) as deleted from n cross join lateral (values ('task:' || n.check_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('task:' || o.check_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'checkDept', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('task:' || o.check_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger check_dept_sync_insert after insert on check_dept referencing new table as n for each statement execute function check_dept_sync();
create trigger check_dept_sync_update after update on check_dept referencing new table as n old table as o for each statement execute function check_dept_sync();
create trigger check_dept_sync_delete after delete on check_dept referencing old table as o for each statement execute function check_dept_sync();

create table check_review (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  check_id uuid not null,
  line_id uuid not null,
  scan_id uuid not null,
  device_name text,
  line_result text not null,
  scan_result text not null,
  seen_location_id uuid,
  seen_by_id uuid,
  seen_at timestamp with time zone,
  review_status text not null,
  reason text,
  search text generated always as (lower(coalesce(device_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table check_review add constraint check_review_check_id_fk foreign key (tenant_id, check_id) references check_task (tenant_id, id);
create index check_review_check_id on check_review (tenant_id, check_id);
alter table check_review add constraint check_review_line_id_fk foreign key (tenant_id, line_id) references check_line (tenant_id, id);
create index check_review_line_id on check_review (tenant_id, line_id);
alter table check_review add constraint check_review_scan_id_fk foreign key (tenant_id, scan_id) references check_scan (tenant_id, id);
create index check_review_scan_id on check_review (tenant_id, scan_id);
alter table check_review add constraint check_review_seen_location_id_fk foreign key (tenant_id, seen_location_id) references location (tenant_id, id);
create index check_review_seen_location_id on check_review (tenant_id, seen_location_id);
alter table check_review add constraint check_review_seen_by_id_fk foreign key (tenant_id, seen_by_id) references app_user (tenant_id, id);
create index check_review_seen_by_id on check_review (tenant_id, seen_by_id);
alter table check_review enable row level security;
alter table check_review force row level security;
create policy tenant on check_review using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table repair_order (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  order_no text not null,
  repair_status text not null,
  device_id uuid not null,
  use_dept_id uuid,
  location_id uuid,
  fault_description text not null,
  fault_kind text,
  urgency text not null,
  is_stopped smallint,
  images uuid[],
  reporter_id uuid,
  reporter_phone text,
  reported_at timestamp with time zone,
  engineer_id uuid,
  provider_id uuid,
  accepted_at timestamp with time zone,
  arrived_at timestamp with time zone,
  waiting_for text,
  waiting_since timestamp with time zone,
  waited_minutes integer,
  finished_at timestamp with time zone,
  closed_at timestamp with time zone,
  reminders integer,
  reminded_at timestamp with time zone,
  diagnosis text,
  measures text,
  repair_images uuid[],
  labour_hours numeric(16,2),
  labour_cost numeric(16,2),
  parts_cost numeric(16,2),
  outside_cost numeric(16,2),
  total_cost numeric(16,2),
  rating integer,
  rating_note text,
  stopped_card smallint,
  source text,
  search text generated always as (lower(coalesce(order_no, '') || '|' || coalesce(fault_description, ''))) stored,
  primary key (tenant_id, id)
);
create unique index repair_order_order_no_once on repair_order (tenant_id, order_no) where not is_deleted;
alter table repair_order add constraint repair_order_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index repair_order_device_id on repair_order (tenant_id, device_id);
alter table repair_order add constraint repair_order_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index repair_order_use_dept_id on repair_order (tenant_id, use_dept_id);
alter table repair_order add constraint repair_order_location_id_fk foreign key (tenant_id, location_id) references location (tenant_id, id);
create index repair_order_location_id on repair_order (tenant_id, location_id);
alter table repair_order add constraint repair_order_reporter_id_fk foreign key (tenant_id, reporter_id) references app_user (tenant_id, id);
create index repair_order_reporter_id on repair_order (tenant_id, reporter_id);
alter table repair_order add constraint repair_order_engineer_id_fk foreign key (tenant_id, engineer_id) references app_user (tenant_id, id);
create index repair_order_engineer_id on repair_order (tenant_id, engineer_id);
alter table repair_order add constraint repair_order_provider_id_fk foreign key (tenant_id, provider_id) references supplier (tenant_id, id);
create index repair_order_provider_id on repair_order (tenant_id, provider_id);
alter table repair_order enable row level security;
alter table repair_order force row level security;
create policy tenant on repair_order using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create function repair_order_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'repairOrder', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.repair_status not in ('reported', 'accepted', 'assigned', 'working', 'waiting', 'outside', 'finished', 'returned')) as deleted from n cross join lateral (values ('repair:tenant'), ('repair:dept:' || n.use_dept_id), ('repair:user:' || n.reporter_id), ('repair:user:' || n.engineer_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'repairOrder', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.repair_status not in ('reported', 'accepted', 'assigned', 'working', 'waiting', 'outside', 'finished', 'returned')) as deleted from n cross join lateral (values ('repair:tenant'), ('repair:dept:' || n.use_dept_id), ('repair:user:' || n.reporter_id), ('repair:user:' || n.engineer_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('repair:tenant'), ('repair:dept:' || o.use_dept_id), ('repair:user:' || o.reporter_id), ('repair:user:' || o.engineer_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'repairOrder', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('repair:tenant'), ('repair:dept:' || o.use_dept_id), ('repair:user:' || o.reporter_id), ('repair:user:' || o.engineer_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger repair_order_sync_insert after insert on repair_order referencing new table as n for each statement execute function repair_order_sync();
create trigger repair_order_sync_update after update on repair_order referencing new table as n old table as o for each statement execute function repair_order_sync();
create trigger repair_order_sync_delete after delete on repair_order referencing old table as o for each statement execute function repair_order_sync();

create table repair_part (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  repair_id uuid not null,
  stock_part_id uuid,
  part_name text not null,
  quantity integer not null,
  unit_price numeric(16,2),
  search text generated always as (lower(coalesce(part_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table repair_part add constraint repair_part_repair_id_fk foreign key (tenant_id, repair_id) references repair_order (tenant_id, id);
create index repair_part_repair_id on repair_part (tenant_id, repair_id);
alter table repair_part add constraint repair_part_stock_part_id_fk foreign key (tenant_id, stock_part_id) references device_part (tenant_id, id);
create index repair_part_stock_part_id on repair_part (tenant_id, stock_part_id);
alter table repair_part enable row level security;
alter table repair_part force row level security;
create policy tenant on repair_part using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table notice (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  kind text not null,
  subject text not null,
  detail text,
  user_id uuid not null,
  target text,
  target_id text,
  is_read smallint,
  read_at timestamp with time zone,
  sent_at timestamp with time zone,
  search text generated always as (lower(coalesce(subject, ''))) stored,
  primary key (tenant_id, id)
);
alter table notice add constraint notice_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index notice_user_id on notice (tenant_id, user_id);
alter table notice enable row level security;
alter table notice force row level security;
create policy tenant on notice using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create function notice_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'notice', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) as deleted from n cross join lateral (values ('user:' || n.user_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'notice', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (false) as deleted from n cross join lateral (values ('user:' || n.user_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('user:' || o.user_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'notice', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('user:' || o.user_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger notice_sync_insert after insert on notice referencing new table as n for each statement execute function notice_sync();
create trigger notice_sync_update after update on notice referencing new table as n old table as o for each statement execute function notice_sync();
create trigger notice_sync_delete after delete on notice referencing old table as o for each statement execute function notice_sync();

create table file (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  file_name text not null,
  file_type text not null,
  file_size integer not null,
  sha256 text not null,
  of_entity text,
  of_id text,
  primary key (tenant_id, id)
);

alter table file enable row level security;
alter table file force row level security;
create policy tenant on file using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));


alter table check_dept add constraint check_dept_once unique nulls not distinct (tenant_id, check_id, dept_id);
create index check_review_line on check_review (tenant_id, line_id);
create index repair_order_open on repair_order (tenant_id, device_id) where repair_status not in ('done', 'cancelled', 'scrapped');
create index repair_order_newest on repair_order (tenant_id, created_at desc, id desc) where not is_deleted;
create index notice_unread on notice (tenant_id, user_id) where is_read = 0;
create index notice_newest on notice (tenant_id, user_id, created_at desc, id desc);
create index file_of on file (tenant_id, of_entity, of_id);
create index file_content on file (tenant_id, sha256);

alter table check_dept no force row level security;
-- Checks that were made before departments were submitted one by one.
insert into check_dept (tenant_id, id, check_id, dept_id, dept_title, dept_status, round, book_count)
select l.tenant_id, gen_random_uuid(), l.check_id, l.dept_id, coalesce(max(d.dept_name), '未分配科室'), case when max(k.check_status) = 'closed' then 'kept' else 'counting' end, 1, count(*)
from check_line l join check_task k on k.tenant_id = l.tenant_id and k.id = l.check_id and k.check_status <> 'draft'
left join dept d on d.tenant_id = l.tenant_id and d.id = l.dept_id group by l.tenant_id, l.check_id, l.dept_id;
delete from check_line l using check_task k where k.tenant_id = l.tenant_id and k.id = l.check_id and k.check_status = 'draft';
do $$ declare t text; begin
  foreach t in array array['check_task', 'check_line', 'check_scan', 'check_dept', 'dept'] loop execute format('alter table %I force row level security', t); end loop;
end $$;
