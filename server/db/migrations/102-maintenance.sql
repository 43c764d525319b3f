-- Preventive maintenance: the working calendar, plans, the schedule of each device of a plan, and orders.
create table work_day (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  day_name text not null,
  day date not null,
  day_kind text not null,
  search text generated always as (search_form(coalesce(day_name, '')) || pinyin_form(coalesce(day_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index work_day_day_once on work_day (tenant_id, day) where not is_deleted;
select enable_tenant_table('work_day', 'workDay', '', 'day_name');

create table device_plan (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  plan_name text not null,
  plan_subject text not null,
  device_id uuid,
  classify_id uuid,
  use_dept_id uuid,
  location_id uuid,
  important_classification text,
  plan_cycle integer,
  plan_cycle_unit text,
  counted_from text not null,
  first_due date,
  spreads smallint,
  season text[],
  moves_rest smallint,
  lead_days integer,
  assignee_id uuid,
  provider_id uuid,
  hours_expected numeric(16,2),
  needs_acceptance smallint,
  is_inactive smallint,
  remark text,
  search text generated always as (search_form(coalesce(plan_name, '')) || pinyin_form(coalesce(plan_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_plan add constraint device_plan_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_plan_device_id on device_plan (tenant_id, device_id);
alter table device_plan add constraint device_plan_classify_id_fk foreign key (tenant_id, classify_id) references device_class (tenant_id, id);
create index device_plan_classify_id on device_plan (tenant_id, classify_id);
alter table device_plan add constraint device_plan_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index device_plan_use_dept_id on device_plan (tenant_id, use_dept_id);
alter table device_plan add constraint device_plan_location_id_fk foreign key (tenant_id, location_id) references location (tenant_id, id);
create index device_plan_location_id on device_plan (tenant_id, location_id);
alter table device_plan add constraint device_plan_assignee_id_fk foreign key (tenant_id, assignee_id) references app_user (tenant_id, id);
create index device_plan_assignee_id on device_plan (tenant_id, assignee_id);
alter table device_plan add constraint device_plan_provider_id_fk foreign key (tenant_id, provider_id) references supplier (tenant_id, id);
create index device_plan_provider_id on device_plan (tenant_id, provider_id);
select enable_tenant_table('device_plan', 'devicePlan', '', 'plan_name');

create table maintain_card (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  card_title text not null,
  device_id uuid not null,
  plan_id uuid not null,
  next_due date,
  last_done date,
  open_order_id uuid,
  pause text,
  missed_count integer,
  anchor_day date,
  is_manual smallint,
  remark text,
  search text generated always as (search_form(coalesce(card_title, '')) || pinyin_form(coalesce(card_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table maintain_card add constraint maintain_card_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index maintain_card_device_id on maintain_card (tenant_id, device_id);
alter table maintain_card add constraint maintain_card_plan_id_fk foreign key (tenant_id, plan_id) references device_plan (tenant_id, id);
create index maintain_card_plan_id on maintain_card (tenant_id, plan_id);
create index maintain_card_open_order_id on maintain_card (tenant_id, open_order_id);
select enable_tenant_table('maintain_card', 'maintainCard', '', 'card_title');
create function maintain_card_card_title() returns trigger language plpgsql as $$ begin new.card_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 140); return new; end $$;
create trigger maintain_card_card_title before insert or update on maintain_card for each row execute function maintain_card_card_title();
create function maintain_card_card_title_by_device_id() returns trigger language plpgsql as $$ begin update public.maintain_card set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id; return null; end $$;
create trigger maintain_card_card_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function maintain_card_card_title_by_device_id();

create table maintain_order (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  order_no text not null,
  order_state text not null,
  device_id uuid not null,
  use_dept_id uuid,
  plan_id uuid,
  due_date date not null,
  apply_id uuid,
  remark text,
  assignee_id uuid,
  provider_id uuid,
  hours_expected numeric(16,2),
  needs_acceptance smallint,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  accepted_at timestamp with time zone,
  reminded_on date,
  done_on date,
  result text,
  result_note text,
  hours numeric(16,2),
  cost numeric(16,2),
  photos uuid[],
  signature uuid[],
  is_in_time smallint,
  missed_count integer,
  reason text,
  search text generated always as (search_form(coalesce(order_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index maintain_order_order_no_once on maintain_order (tenant_id, order_no) where not is_deleted;
alter table maintain_order add constraint maintain_order_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index maintain_order_device_id on maintain_order (tenant_id, device_id);
alter table maintain_order add constraint maintain_order_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index maintain_order_use_dept_id on maintain_order (tenant_id, use_dept_id);
alter table maintain_order add constraint maintain_order_plan_id_fk foreign key (tenant_id, plan_id) references device_plan (tenant_id, id);
create index maintain_order_plan_id on maintain_order (tenant_id, plan_id);
alter table maintain_order add constraint maintain_order_apply_id_fk foreign key (tenant_id, apply_id) references device_apply (tenant_id, id);
create index maintain_order_apply_id on maintain_order (tenant_id, apply_id);
alter table maintain_order add constraint maintain_order_assignee_id_fk foreign key (tenant_id, assignee_id) references app_user (tenant_id, id);
create index maintain_order_assignee_id on maintain_order (tenant_id, assignee_id);
alter table maintain_order add constraint maintain_order_provider_id_fk foreign key (tenant_id, provider_id) references supplier (tenant_id, id);
create index maintain_order_provider_id on maintain_order (tenant_id, provider_id);
select enable_tenant_table('maintain_order', 'maintainOrder', 'use_dept_id, assignee_id, created_by', 'order_no');

alter table maintain_card add constraint maintain_card_open_order_id_fk foreign key (tenant_id, open_order_id) references maintain_order (tenant_id, id);

-- A device is in a plan once, and has one open order of it: two processes at once make none twice.
create unique index maintain_card_plan_once on maintain_card (tenant_id, plan_id, device_id) where not is_deleted;
create unique index maintain_order_open_once on maintain_order (tenant_id, plan_id, device_id) where order_state in ('due', 'assigned', 'working') and not is_deleted;
-- The nightly work looks for what is due; lists and reports go by the day.
create index maintain_card_due on maintain_card (tenant_id, next_due) where open_order_id is null and pause is null and not is_deleted;
create index maintain_order_due on maintain_order (tenant_id, due_date);

create or replace function gather_statistics(name text) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
begin
  if name <> all (array['device', 'device_part', 'app_user', 'dept', 'location', 'supplier', 'device_class', 'assets_category', 'check_line', 'audit_event',
    'sync_change', 'custom_value', 'device_count', 'import_row', 'search_gram', 'device_depreciation', 'depreciation_line', 'depreciation_work', 'ledger_balance',
    'ledger_difference', 'device_attach', 'maintain_card', 'maintain_order', 'work_day']) then
    raise exception 'statistics of % are not gathered on demand', name using errcode = 'insufficient_privilege';
  end if;
  execute format('analyze public.%I', name);
exception when lock_not_available then
  return;
end $$;
