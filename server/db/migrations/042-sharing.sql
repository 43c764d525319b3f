create table pool_device (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  pool_title text not null,
  device_id uuid not null,
  device_code text,
  lend_dept_id uuid,
  device_class_id uuid,
  price_kind text not null,
  unit_price numeric(16,2) not null,
  remark text,
  search text generated always as (lower(coalesce(pool_title, '') || '|' || coalesce(device_code, ''))) stored,
  primary key (tenant_id, id)
);
create unique index pool_device_once on pool_device (tenant_id, device_id) where not is_deleted;
alter table pool_device add constraint pool_device_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index pool_device_device_id on pool_device (tenant_id, device_id);
alter table pool_device add constraint pool_device_lend_dept_id_fk foreign key (tenant_id, lend_dept_id) references dept (tenant_id, id);
create index pool_device_lend_dept_id on pool_device (tenant_id, lend_dept_id);
alter table pool_device add constraint pool_device_device_class_id_fk foreign key (tenant_id, device_class_id) references device_class (tenant_id, id);
create index pool_device_device_class_id on pool_device (tenant_id, device_class_id);
alter table pool_device enable row level security;
alter table pool_device force row level security;
create policy tenant on pool_device using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger pool_device_names after update on pool_device deferrable initially deferred
  for each row when (old.pool_title is distinct from new.pool_title) execute function bump_names();
create constraint trigger pool_device_names_gone after delete on pool_device deferrable initially deferred for each row execute function bump_names();
create trigger pool_device_live_insert after insert on pool_device referencing new table as n for each statement execute function live_change('poolDevice', '');
create trigger pool_device_live_update after update on pool_device referencing new table as n old table as o for each statement execute function live_change('poolDevice', '');
create trigger pool_device_live_delete after delete on pool_device referencing old table as o for each statement execute function live_change('poolDevice', '');
create function pool_device_pool_title() returns trigger language plpgsql as $$ begin
  new.pool_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 140);
  return new;
end $$;
create trigger pool_device_pool_title before insert or update on pool_device for each row execute function pool_device_pool_title();
create function pool_device_pool_title_by_device_id() returns trigger language plpgsql as $$ begin
  update public.pool_device set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id;
  return null;
end $$;
create trigger pool_device_pool_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function pool_device_pool_title_by_device_id();

create table pool_minimum (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  minimum_title text not null,
  dept_id uuid not null,
  device_class_id uuid not null,
  minimum integer not null,
  remark text,
  search text generated always as (lower(coalesce(minimum_title, ''))) stored,
  primary key (tenant_id, id)
);
create unique index pool_minimum_once on pool_minimum (tenant_id, dept_id, device_class_id) where not is_deleted;
alter table pool_minimum add constraint pool_minimum_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index pool_minimum_dept_id on pool_minimum (tenant_id, dept_id);
alter table pool_minimum add constraint pool_minimum_device_class_id_fk foreign key (tenant_id, device_class_id) references device_class (tenant_id, id);
create index pool_minimum_device_class_id on pool_minimum (tenant_id, device_class_id);
alter table pool_minimum enable row level security;
alter table pool_minimum force row level security;
create policy tenant on pool_minimum using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger pool_minimum_names after update on pool_minimum deferrable initially deferred
  for each row when (old.minimum_title is distinct from new.minimum_title) execute function bump_names();
create constraint trigger pool_minimum_names_gone after delete on pool_minimum deferrable initially deferred for each row execute function bump_names();
create trigger pool_minimum_live_insert after insert on pool_minimum referencing new table as n for each statement execute function live_change('poolMinimum', 'dept_id, created_by');
create trigger pool_minimum_live_update after update on pool_minimum referencing new table as n old table as o for each statement execute function live_change('poolMinimum', 'dept_id, created_by');
create trigger pool_minimum_live_delete after delete on pool_minimum referencing old table as o for each statement execute function live_change('poolMinimum', 'dept_id, created_by');
create function pool_minimum_minimum_title() returns trigger language plpgsql as $$ begin
  new.minimum_title := left(concat_ws(' ', (select l.dept_name from public.dept l where l.tenant_id = new.tenant_id and l.id = new.dept_id), (select l.class_name from public.device_class l where l.tenant_id = new.tenant_id and l.id = new.device_class_id)), 240);
  return new;
end $$;
create trigger pool_minimum_minimum_title before insert or update on pool_minimum for each row execute function pool_minimum_minimum_title();
create function pool_minimum_minimum_title_by_dept_id() returns trigger language plpgsql as $$ begin
  update public.pool_minimum set dept_id = dept_id where tenant_id = new.tenant_id and dept_id = new.id;
  return null;
end $$;
create trigger pool_minimum_minimum_title_by_dept_id after update on dept for each row when (old.dept_name is distinct from new.dept_name) execute function pool_minimum_minimum_title_by_dept_id();
create function pool_minimum_minimum_title_by_device_class_id() returns trigger language plpgsql as $$ begin
  update public.pool_minimum set device_class_id = device_class_id where tenant_id = new.tenant_id and device_class_id = new.id;
  return null;
end $$;
create trigger pool_minimum_minimum_title_by_device_class_id after update on device_class for each row when (old.class_name is distinct from new.class_name) execute function pool_minimum_minimum_title_by_device_class_id();

create table shared_borrowing (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  borrowing_no text not null,
  borrowing_status text not null,
  device_id uuid not null,
  lend_dept_id uuid,
  borrow_dept_id uuid not null,
  borrower_id uuid,
  lender_id uuid,
  from_time timestamp with time zone not null,
  to_time timestamp with time zone not null,
  hand_out_now smallint,
  purpose text,
  handed_out_at timestamp with time zone,
  returned_at timestamp with time zone,
  return_condition text,
  return_note text,
  price_kind text,
  unit_price numeric(16,2),
  units integer,
  fee numeric(16,2),
  search text generated always as (lower(coalesce(borrowing_no, '') || '|' || coalesce(purpose, ''))) stored,
  primary key (tenant_id, id),
  constraint shared_borrowing_fee check (fee is null or fee >= 0)
);
-- No two borrowings of one device at one time, under every concurrency. The extension comes with PostgreSQL, and the owner of the database may make it.
create extension if not exists btree_gist;
alter table shared_borrowing add constraint shared_borrowing_no_overlap exclude using gist (tenant_id with =, device_id with =, tstzrange(from_time, to_time, '[)') with &&)
  where (borrowing_status in ('reserved', 'lent') and not is_deleted);
create index shared_borrowing_open on shared_borrowing (tenant_id, to_time) where borrowing_status in ('reserved', 'lent') and not is_deleted;
create unique index shared_borrowing_borrowing_no_once on shared_borrowing (tenant_id, borrowing_no) where not is_deleted;
alter table shared_borrowing add constraint shared_borrowing_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index shared_borrowing_device_id on shared_borrowing (tenant_id, device_id);
alter table shared_borrowing add constraint shared_borrowing_lend_dept_id_fk foreign key (tenant_id, lend_dept_id) references dept (tenant_id, id);
create index shared_borrowing_lend_dept_id on shared_borrowing (tenant_id, lend_dept_id);
alter table shared_borrowing add constraint shared_borrowing_borrow_dept_id_fk foreign key (tenant_id, borrow_dept_id) references dept (tenant_id, id);
create index shared_borrowing_borrow_dept_id on shared_borrowing (tenant_id, borrow_dept_id);
alter table shared_borrowing add constraint shared_borrowing_borrower_id_fk foreign key (tenant_id, borrower_id) references app_user (tenant_id, id);
create index shared_borrowing_borrower_id on shared_borrowing (tenant_id, borrower_id);
alter table shared_borrowing add constraint shared_borrowing_lender_id_fk foreign key (tenant_id, lender_id) references app_user (tenant_id, id);
create index shared_borrowing_lender_id on shared_borrowing (tenant_id, lender_id);
alter table shared_borrowing enable row level security;
alter table shared_borrowing force row level security;
create policy tenant on shared_borrowing using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger shared_borrowing_names after update on shared_borrowing deferrable initially deferred
  for each row when (old.borrowing_no is distinct from new.borrowing_no) execute function bump_names();
create constraint trigger shared_borrowing_names_gone after delete on shared_borrowing deferrable initially deferred for each row execute function bump_names();
create trigger shared_borrowing_live_insert after insert on shared_borrowing referencing new table as n for each statement execute function live_change('sharedBorrowing', 'borrow_dept_id, lend_dept_id, borrower_id, lender_id, created_by');
create trigger shared_borrowing_live_update after update on shared_borrowing referencing new table as n old table as o for each statement execute function live_change('sharedBorrowing', 'borrow_dept_id, lend_dept_id, borrower_id, lender_id, created_by');
create trigger shared_borrowing_live_delete after delete on shared_borrowing referencing old table as o for each statement execute function live_change('sharedBorrowing', 'borrow_dept_id, lend_dept_id, borrower_id, lender_id, created_by');

create table pool_waiting (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  waiting_title text not null,
  waiting_status text not null,
  device_id uuid,
  device_class_id uuid,
  borrow_dept_id uuid not null,
  person_id uuid,
  noticed_at timestamp with time zone,
  remark text,
  search text generated always as (lower(coalesce(waiting_title, ''))) stored,
  primary key (tenant_id, id),
  constraint pool_waiting_one check (num_nonnulls(device_id, device_class_id) = 1)
);
create index pool_waiting_first on pool_waiting (tenant_id, created_at) where waiting_status = 'waiting' and not is_deleted;
alter table pool_waiting add constraint pool_waiting_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index pool_waiting_device_id on pool_waiting (tenant_id, device_id);
alter table pool_waiting add constraint pool_waiting_device_class_id_fk foreign key (tenant_id, device_class_id) references device_class (tenant_id, id);
create index pool_waiting_device_class_id on pool_waiting (tenant_id, device_class_id);
alter table pool_waiting add constraint pool_waiting_borrow_dept_id_fk foreign key (tenant_id, borrow_dept_id) references dept (tenant_id, id);
create index pool_waiting_borrow_dept_id on pool_waiting (tenant_id, borrow_dept_id);
alter table pool_waiting add constraint pool_waiting_person_id_fk foreign key (tenant_id, person_id) references app_user (tenant_id, id);
create index pool_waiting_person_id on pool_waiting (tenant_id, person_id);
alter table pool_waiting enable row level security;
alter table pool_waiting force row level security;
create policy tenant on pool_waiting using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger pool_waiting_names after update on pool_waiting deferrable initially deferred
  for each row when (old.waiting_title is distinct from new.waiting_title) execute function bump_names();
create constraint trigger pool_waiting_names_gone after delete on pool_waiting deferrable initially deferred for each row execute function bump_names();
create trigger pool_waiting_live_insert after insert on pool_waiting referencing new table as n for each statement execute function live_change('poolWaiting', 'borrow_dept_id, person_id, created_by');
create trigger pool_waiting_live_update after update on pool_waiting referencing new table as n old table as o for each statement execute function live_change('poolWaiting', 'borrow_dept_id, person_id, created_by');
create trigger pool_waiting_live_delete after delete on pool_waiting referencing old table as o for each statement execute function live_change('poolWaiting', 'borrow_dept_id, person_id, created_by');

create table device_disposal (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  custom jsonb not null default '{}',
  disposal_no text not null,
  disposal_status text not null,
  apply_title text,
  disposal_type text not null,
  declare_reasons text not null,
  reason_detail text not null,
  use_dept_id uuid not null,
  applicant_id uuid,
  declared_at timestamp with time zone,
  device_count integer,
  original_total numeric(16,2),
  assets_code text,
  device_images uuid[],
  remark text,
  approve_price numeric(16,2),
  appraisal text,
  appraised_by_id uuid,
  appraised_at timestamp with time zone,
  decision text,
  decision_note text,
  approval_node text,
  audit_opinion text,
  audited_by_id uuid,
  audited_at timestamp with time zone,
  superior_needed smallint,
  superior_no text,
  superior_date date,
  superior_scan uuid[],
  write_off_month date,
  write_off_voucher text,
  executed_at date,
  receiver text,
  proceeds numeric(16,2),
  costs numeric(16,2),
  dis_images uuid[],
  execute_note text,
  remitted numeric(16,2),
  remitted_on date,
  remit_voucher text,
  search text generated always as (lower(coalesce(disposal_no, '') || '|' || coalesce(apply_title, '') || '|' || coalesce(assets_code, '') || '|' || coalesce(superior_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index device_disposal_disposal_no_once on device_disposal (tenant_id, disposal_no) where not is_deleted;
alter table device_disposal add constraint device_disposal_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index device_disposal_use_dept_id on device_disposal (tenant_id, use_dept_id);
alter table device_disposal add constraint device_disposal_applicant_id_fk foreign key (tenant_id, applicant_id) references app_user (tenant_id, id);
create index device_disposal_applicant_id on device_disposal (tenant_id, applicant_id);
alter table device_disposal add constraint device_disposal_appraised_by_id_fk foreign key (tenant_id, appraised_by_id) references app_user (tenant_id, id);
create index device_disposal_appraised_by_id on device_disposal (tenant_id, appraised_by_id);
alter table device_disposal add constraint device_disposal_audited_by_id_fk foreign key (tenant_id, audited_by_id) references app_user (tenant_id, id);
create index device_disposal_audited_by_id on device_disposal (tenant_id, audited_by_id);
alter table device_disposal enable row level security;
alter table device_disposal force row level security;
create policy tenant on device_disposal using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger device_disposal_names after update on device_disposal deferrable initially deferred
  for each row when (old.disposal_no is distinct from new.disposal_no) execute function bump_names();
create constraint trigger device_disposal_names_gone after delete on device_disposal deferrable initially deferred for each row execute function bump_names();
create trigger device_disposal_live_insert after insert on device_disposal referencing new table as n for each statement execute function live_change('deviceDisposal', 'use_dept_id, applicant_id, created_by');
create trigger device_disposal_live_update after update on device_disposal referencing new table as n old table as o for each statement execute function live_change('deviceDisposal', 'use_dept_id, applicant_id, created_by');
create trigger device_disposal_live_delete after delete on device_disposal referencing old table as o for each statement execute function live_change('deviceDisposal', 'use_dept_id, applicant_id, created_by');

create table disposal_line (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  disposal_id uuid not null,
  place integer not null,
  device_id uuid not null,
  device_code text,
  assets_code text,
  original_value numeric(16,2),
  net_value numeric(16,2),
  approve_price numeric(16,2),
  remark text,
  search text generated always as (lower(coalesce(device_code, '') || '|' || coalesce(assets_code, ''))) stored,
  primary key (tenant_id, id)
);
alter table disposal_line add constraint disposal_line_disposal_id_fk foreign key (tenant_id, disposal_id) references device_disposal (tenant_id, id);
create index disposal_line_disposal_id on disposal_line (tenant_id, disposal_id);
alter table disposal_line add constraint disposal_line_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index disposal_line_device_id on disposal_line (tenant_id, device_id);
alter table disposal_line enable row level security;
alter table disposal_line force row level security;
create policy tenant on disposal_line using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger disposal_line_live_insert after insert on disposal_line referencing new table as n for each statement execute function live_change('disposalLine', '');
create trigger disposal_line_live_update after update on disposal_line referencing new table as n old table as o for each statement execute function live_change('disposalLine', '');
create trigger disposal_line_live_delete after delete on disposal_line referencing old table as o for each statement execute function live_change('disposalLine', '');

-- Where a shared device is and what it is follows its card, for people who do not see the card.
create function pool_device_follow() returns trigger language plpgsql as $$ begin
  update public.pool_device set device_code = new.device_code, lend_dept_id = new.use_dept_id, device_class_id = new.classify_id
    where tenant_id = new.tenant_id and device_id = new.id;
  return null;
end $$;
create trigger pool_device_follow after update on device for each row
  when (old.use_dept_id is distinct from new.use_dept_id or old.classify_id is distinct from new.classify_id or old.device_code is distinct from new.device_code)
  execute function pool_device_follow();
