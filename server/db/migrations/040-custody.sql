-- A device is on one open application at most: its key holds that under every concurrency.
create table device_hold (
  tenant_id text collate "C" not null,
  device_id uuid not null,
  entity text not null,
  apply_id uuid not null,
  apply_no text not null,
  apply_kind text not null,
  held_by uuid,
  held_at timestamp with time zone not null default now(),
  primary key (tenant_id, device_id),
  constraint device_hold_kind check (apply_kind in ('receive', 'borrow', 'allot', 'regain', 'disposal'))
);
alter table device_hold add constraint device_hold_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_hold_apply_id on device_hold (tenant_id, entity, apply_id);
alter table device_hold enable row level security;
alter table device_hold force row level security;
create policy tenant on device_hold using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Codes that people showed for a hand-over, each good for one.
create table hand_code_used (
  tenant_id text collate "C" not null,
  nonce text collate "C" not null,
  user_id uuid not null,
  used_by uuid,
  used_at timestamp with time zone not null default now(),
  primary key (tenant_id, nonce)
);
create index hand_code_used_at on hand_code_used (tenant_id, used_at);
alter table hand_code_used enable row level security;
alter table hand_code_used force row level security;
create policy tenant on hand_code_used using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

create table device_apply (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  apply_title text not null,
  apply_no text not null,
  type text not null,
  status text not null,
  dept_id uuid not null,
  use_dept_id uuid,
  use_location_id uuid,
  keeper_id uuid,
  borrow_time timestamp with time zone,
  return_time timestamp with time zone,
  reason text,
  statistical_range text,
  location_id uuid,
  attachments uuid[],
  remark text,
  device_name text,
  rfid_code text,
  device_specs text,
  old_use_dept_id uuid,
  old_use_location_id uuid,
  line_count integer,
  amount numeric(16,2),
  applicant_id uuid,
  submitted_at timestamp with time zone,
  approval_node text,
  decided_by_id uuid,
  decided_at timestamp with time zone,
  opinion text,
  actual_return_time timestamp with time zone,
  closed_at timestamp with time zone,
  close_reason text,
  search text generated always as (lower(coalesce(apply_title, '') || '|' || coalesce(apply_no, '') || '|' || coalesce(device_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index device_apply_apply_no_once on device_apply (tenant_id, apply_no) where not is_deleted;
alter table device_apply add constraint device_apply_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index device_apply_dept_id on device_apply (tenant_id, dept_id);
alter table device_apply add constraint device_apply_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index device_apply_use_dept_id on device_apply (tenant_id, use_dept_id);
alter table device_apply add constraint device_apply_use_location_id_fk foreign key (tenant_id, use_location_id) references location (tenant_id, id);
create index device_apply_use_location_id on device_apply (tenant_id, use_location_id);
alter table device_apply add constraint device_apply_keeper_id_fk foreign key (tenant_id, keeper_id) references app_user (tenant_id, id);
create index device_apply_keeper_id on device_apply (tenant_id, keeper_id);
alter table device_apply add constraint device_apply_location_id_fk foreign key (tenant_id, location_id) references location (tenant_id, id);
create index device_apply_location_id on device_apply (tenant_id, location_id);
alter table device_apply add constraint device_apply_old_use_dept_id_fk foreign key (tenant_id, old_use_dept_id) references dept (tenant_id, id);
create index device_apply_old_use_dept_id on device_apply (tenant_id, old_use_dept_id);
alter table device_apply add constraint device_apply_old_use_location_id_fk foreign key (tenant_id, old_use_location_id) references location (tenant_id, id);
create index device_apply_old_use_location_id on device_apply (tenant_id, old_use_location_id);
alter table device_apply add constraint device_apply_applicant_id_fk foreign key (tenant_id, applicant_id) references app_user (tenant_id, id);
create index device_apply_applicant_id on device_apply (tenant_id, applicant_id);
alter table device_apply add constraint device_apply_decided_by_id_fk foreign key (tenant_id, decided_by_id) references app_user (tenant_id, id);
create index device_apply_decided_by_id on device_apply (tenant_id, decided_by_id);
alter table device_apply enable row level security;
alter table device_apply force row level security;
create policy tenant on device_apply using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger device_apply_names after update on device_apply deferrable initially deferred
  for each row when (old.apply_title is distinct from new.apply_title) execute function bump_names();
create constraint trigger device_apply_names_gone after delete on device_apply deferrable initially deferred for each row execute function bump_names();
create trigger device_apply_live_insert after insert on device_apply referencing new table as n for each statement execute function live_change('deviceApply', 'dept_id, applicant_id, created_by');
create trigger device_apply_live_update after update on device_apply referencing new table as n old table as o for each statement execute function live_change('deviceApply', 'dept_id, applicant_id, created_by');
create trigger device_apply_live_delete after delete on device_apply referencing old table as o for each statement execute function live_change('deviceApply', 'dept_id, applicant_id, created_by');

create table device_apply_item (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  apply_id uuid not null,
  place integer not null,
  type text,
  device_id uuid,
  item_name text,
  device_model text,
  rfid_code text,
  device_specs text,
  old_use_dept_id uuid,
  old_use_location_id uuid,
  quantity integer,
  unit_price numeric(16,2),
  actual_return_time timestamp with time zone,
  remark text,
  search text generated always as (lower(coalesce(item_name, '') || '|' || coalesce(device_model, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_apply_item add constraint device_apply_item_apply_id_fk foreign key (tenant_id, apply_id) references device_apply (tenant_id, id);
create index device_apply_item_apply_id on device_apply_item (tenant_id, apply_id);
alter table device_apply_item add constraint device_apply_item_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_apply_item_device_id on device_apply_item (tenant_id, device_id);
alter table device_apply_item add constraint device_apply_item_old_use_dept_id_fk foreign key (tenant_id, old_use_dept_id) references dept (tenant_id, id);
create index device_apply_item_old_use_dept_id on device_apply_item (tenant_id, old_use_dept_id);
alter table device_apply_item add constraint device_apply_item_old_use_location_id_fk foreign key (tenant_id, old_use_location_id) references location (tenant_id, id);
create index device_apply_item_old_use_location_id on device_apply_item (tenant_id, old_use_location_id);
alter table device_apply_item enable row level security;
alter table device_apply_item force row level security;
create policy tenant on device_apply_item using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger device_apply_item_live_insert after insert on device_apply_item referencing new table as n for each statement execute function live_change('deviceApplyItem', '');
create trigger device_apply_item_live_update after update on device_apply_item referencing new table as n old table as o for each statement execute function live_change('deviceApplyItem', '');
create trigger device_apply_item_live_delete after delete on device_apply_item referencing old table as o for each statement execute function live_change('deviceApplyItem', '');

create table device_use (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  use_no text not null,
  event_type text not null,
  status text not null,
  card_id uuid not null,
  apply_id uuid,
  from_dept_id uuid,
  to_dept_id uuid,
  at_dept_id uuid,
  from_location_id uuid,
  to_location_id uuid,
  to_keeper_id uuid,
  applicant_id uuid,
  giver_id uuid,
  handed_at timestamp with time zone,
  receiver_id uuid,
  received_at timestamp with time zone,
  borrow_time timestamp with time zone,
  return_time timestamp with time zone,
  overdue_days integer,
  extend_to timestamp with time zone,
  extend_reason text,
  given_back_at timestamp with time zone,
  actual_return_time timestamp with time zone,
  condition text,
  condition_note text,
  images uuid[],
  repair_id uuid,
  closed_reason text,
  search text generated always as (lower(coalesce(use_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index device_use_use_no_once on device_use (tenant_id, use_no) where not is_deleted;
alter table device_use add constraint device_use_card_id_fk foreign key (tenant_id, card_id) references device (tenant_id, id);
create index device_use_card_id on device_use (tenant_id, card_id);
alter table device_use add constraint device_use_apply_id_fk foreign key (tenant_id, apply_id) references device_apply (tenant_id, id);
create index device_use_apply_id on device_use (tenant_id, apply_id);
alter table device_use add constraint device_use_from_dept_id_fk foreign key (tenant_id, from_dept_id) references dept (tenant_id, id);
create index device_use_from_dept_id on device_use (tenant_id, from_dept_id);
alter table device_use add constraint device_use_to_dept_id_fk foreign key (tenant_id, to_dept_id) references dept (tenant_id, id);
create index device_use_to_dept_id on device_use (tenant_id, to_dept_id);
alter table device_use add constraint device_use_at_dept_id_fk foreign key (tenant_id, at_dept_id) references dept (tenant_id, id);
create index device_use_at_dept_id on device_use (tenant_id, at_dept_id);
alter table device_use add constraint device_use_from_location_id_fk foreign key (tenant_id, from_location_id) references location (tenant_id, id);
create index device_use_from_location_id on device_use (tenant_id, from_location_id);
alter table device_use add constraint device_use_to_location_id_fk foreign key (tenant_id, to_location_id) references location (tenant_id, id);
create index device_use_to_location_id on device_use (tenant_id, to_location_id);
alter table device_use add constraint device_use_to_keeper_id_fk foreign key (tenant_id, to_keeper_id) references app_user (tenant_id, id);
create index device_use_to_keeper_id on device_use (tenant_id, to_keeper_id);
alter table device_use add constraint device_use_applicant_id_fk foreign key (tenant_id, applicant_id) references app_user (tenant_id, id);
create index device_use_applicant_id on device_use (tenant_id, applicant_id);
alter table device_use add constraint device_use_giver_id_fk foreign key (tenant_id, giver_id) references app_user (tenant_id, id);
create index device_use_giver_id on device_use (tenant_id, giver_id);
alter table device_use add constraint device_use_receiver_id_fk foreign key (tenant_id, receiver_id) references app_user (tenant_id, id);
create index device_use_receiver_id on device_use (tenant_id, receiver_id);
alter table device_use add constraint device_use_repair_id_fk foreign key (tenant_id, repair_id) references repair_order (tenant_id, id);
create index device_use_repair_id on device_use (tenant_id, repair_id);
alter table device_use enable row level security;
alter table device_use force row level security;
create policy tenant on device_use using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create function device_use_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceUse', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.status not in ('reserved', 'handed', 'received', 'returning')) as deleted from n cross join lateral (values ('use:tenant'), ('use:dept:' || n.at_dept_id), ('use:user:' || n.applicant_id), ('use:user:' || n.receiver_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceUse', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.status not in ('reserved', 'handed', 'received', 'returning')) as deleted from n cross join lateral (values ('use:tenant'), ('use:dept:' || n.at_dept_id), ('use:user:' || n.applicant_id), ('use:user:' || n.receiver_id)) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('use:tenant'), ('use:dept:' || o.at_dept_id), ('use:user:' || o.applicant_id), ('use:user:' || o.receiver_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'deviceUse', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('use:tenant'), ('use:dept:' || o.at_dept_id), ('use:user:' || o.applicant_id), ('use:user:' || o.receiver_id)) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger device_use_sync_insert after insert on device_use referencing new table as n for each statement execute function device_use_sync();
create trigger device_use_sync_update after update on device_use referencing new table as n old table as o for each statement execute function device_use_sync();
create trigger device_use_sync_delete after delete on device_use referencing old table as o for each statement execute function device_use_sync();
create constraint trigger device_use_names after update on device_use deferrable initially deferred
  for each row when (old.use_no is distinct from new.use_no) execute function bump_names();
create constraint trigger device_use_names_gone after delete on device_use deferrable initially deferred for each row execute function bump_names();
create trigger device_use_live_insert after insert on device_use referencing new table as n for each statement execute function live_change('deviceUse', 'from_dept_id, to_dept_id, applicant_id, receiver_id, created_by');
create trigger device_use_live_update after update on device_use referencing new table as n old table as o for each statement execute function live_change('deviceUse', 'from_dept_id, to_dept_id, applicant_id, receiver_id, created_by');
create trigger device_use_live_delete after delete on device_use referencing old table as o for each statement execute function live_change('deviceUse', 'from_dept_id, to_dept_id, applicant_id, receiver_id, created_by');

create table device_use_record (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  record_title text not null,
  use_manage_id uuid not null,
  card_id uuid,
  event_type text not null,
  happened_at timestamp with time zone,
  giver_id uuid,
  giver_proof text,
  taker_id uuid,
  taker_proof text,
  signature uuid[],
  condition text,
  content text,
  images uuid[],
  search text generated always as (lower(coalesce(record_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_use_record add constraint device_use_record_use_manage_id_fk foreign key (tenant_id, use_manage_id) references device_use (tenant_id, id);
create index device_use_record_use_manage_id on device_use_record (tenant_id, use_manage_id);
alter table device_use_record add constraint device_use_record_card_id_fk foreign key (tenant_id, card_id) references device (tenant_id, id);
create index device_use_record_card_id on device_use_record (tenant_id, card_id);
alter table device_use_record add constraint device_use_record_giver_id_fk foreign key (tenant_id, giver_id) references app_user (tenant_id, id);
create index device_use_record_giver_id on device_use_record (tenant_id, giver_id);
alter table device_use_record add constraint device_use_record_taker_id_fk foreign key (tenant_id, taker_id) references app_user (tenant_id, id);
create index device_use_record_taker_id on device_use_record (tenant_id, taker_id);
alter table device_use_record enable row level security;
alter table device_use_record force row level security;
create policy tenant on device_use_record using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger device_use_record_names after update on device_use_record deferrable initially deferred
  for each row when (old.record_title is distinct from new.record_title) execute function bump_names();
create constraint trigger device_use_record_names_gone after delete on device_use_record deferrable initially deferred for each row execute function bump_names();
create trigger device_use_record_live_insert after insert on device_use_record referencing new table as n for each statement execute function live_change('deviceUseRecord', '');
create trigger device_use_record_live_update after update on device_use_record referencing new table as n old table as o for each statement execute function live_change('deviceUseRecord', '');
create trigger device_use_record_live_delete after delete on device_use_record referencing old table as o for each statement execute function live_change('deviceUseRecord', '');
create function device_use_record_record_title() returns trigger language plpgsql as $$ begin
  new.record_title := left(concat_ws(' ', (select l.use_no from public.device_use l where l.tenant_id = new.tenant_id and l.id = new.use_manage_id)), 120);
  return new;
end $$;
create trigger device_use_record_record_title before insert or update on device_use_record for each row execute function device_use_record_record_title();
create function device_use_record_record_title_by_use_manage_id() returns trigger language plpgsql as $$ begin
  update public.device_use_record set use_manage_id = use_manage_id where tenant_id = new.tenant_id and use_manage_id = new.id;
  return null;
end $$;
create trigger device_use_record_record_title_by_use_manage_id after update on device_use for each row when (old.use_no is distinct from new.use_no) execute function device_use_record_record_title_by_use_manage_id();

create unique index device_apply_item_once on device_apply_item (tenant_id, apply_id, device_id) where device_id is not null;
create index device_use_due on device_use (tenant_id, return_time) where status in ('received', 'returning') and not is_deleted;
-- A device is in one hand at a time, and on its way to one other: whatever the program does.
create unique index device_use_one_hand on device_use (tenant_id, card_id)
  where status in ('reserved', 'handed', 'returning') and not is_deleted;
create unique index device_use_one_loan on device_use (tenant_id, card_id)
  where event_type = 'borrow' and status in ('reserved', 'handed', 'received', 'returning') and not is_deleted;
