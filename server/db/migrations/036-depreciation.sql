-- The books of depreciation: books, closed months, cards in the books with their funds, lines of months, offsets, work of devices.
create table depreciation_rule (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  rule_name text not null,
  rule_set text not null,
  is_main smallint,
  begins_on date not null,
  default_life integer,
  default_residual_rate numeric(16,4),
  closed_on date,
  remark text,
  search text generated always as (lower(coalesce(rule_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index depreciation_rule_rule_name_once on depreciation_rule (tenant_id, rule_name) where not is_deleted;
create unique index depreciation_rule_rule_set_once on depreciation_rule (tenant_id, rule_set) where not is_deleted;
alter table depreciation_rule enable row level security;
alter table depreciation_rule force row level security;
create policy tenant on depreciation_rule using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger depreciation_rule_names after update on depreciation_rule deferrable initially deferred
  for each row when (old.rule_name is distinct from new.rule_name) execute function bump_names();
create constraint trigger depreciation_rule_names_gone after delete on depreciation_rule deferrable initially deferred for each row execute function bump_names();
create trigger depreciation_rule_live_insert after insert on depreciation_rule referencing new table as n for each statement execute function live_change('depreciationRule', '');
create trigger depreciation_rule_live_update after update on depreciation_rule referencing new table as n old table as o for each statement execute function live_change('depreciationRule', '');
create trigger depreciation_rule_live_delete after delete on depreciation_rule referencing old table as o for each statement execute function live_change('depreciationRule', '');

create table depreciation_record (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  record_month text not null,
  rule_id uuid not null,
  posted_on date not null,
  card_count integer not null,
  charge_total numeric(16,2) not null,
  opening_total numeric(16,2) not null,
  offset_total numeric(16,2) not null,
  incomplete_count integer not null,
  attempt_count integer not null,
  closed_by_id uuid,
  search text generated always as (lower(coalesce(record_month, ''))) stored,
  primary key (tenant_id, id)
);
alter table depreciation_record add constraint depreciation_record_rule_id_fk foreign key (tenant_id, rule_id) references depreciation_rule (tenant_id, id);
-- A month of a book is closed once.
create unique index depreciation_record_month_once on depreciation_record (tenant_id, rule_id, posted_on);
alter table depreciation_record add constraint depreciation_record_closed_by_id_fk foreign key (tenant_id, closed_by_id) references app_user (tenant_id, id);
create index depreciation_record_closed_by_id on depreciation_record (tenant_id, closed_by_id);
alter table depreciation_record enable row level security;
alter table depreciation_record force row level security;
create policy tenant on depreciation_record using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger depreciation_record_live_insert after insert on depreciation_record referencing new table as n for each statement execute function live_change('depreciationRecord', '');
create trigger depreciation_record_live_update after update on depreciation_record referencing new table as n old table as o for each statement execute function live_change('depreciationRecord', '');
create trigger depreciation_record_live_delete after delete on depreciation_record referencing old table as o for each statement execute function live_change('depreciationRecord', '');

create table device_depreciation (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  asset_no text not null,
  device_id uuid not null,
  rule_id uuid not null,
  start_date date,
  depreciation_method text,
  life_months integer,
  residual_rate numeric(16,4),
  life_units numeric(16,3),
  opening_amount numeric(16,2),
  write_off_date date,
  remark text,
  card_state text not null,
  book_value numeric(16,2),
  accumulated numeric(16,2),
  net_value numeric(16,2),
  charged_months integer,
  charged_on date,
  fund_total numeric(16,2),
  progress jsonb,
  progress_before jsonb,
  search text generated always as (lower(coalesce(asset_no, ''))) stored,
  primary key (tenant_id, id)
);
-- Every month changes every row and no indexed column: room in the page keeps its indexes as they are.
alter table device_depreciation set (fillfactor = 60);
alter table device_depreciation add constraint device_depreciation_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_depreciation_device_id on device_depreciation (tenant_id, device_id);
alter table device_depreciation add constraint device_depreciation_rule_id_fk foreign key (tenant_id, rule_id) references depreciation_rule (tenant_id, id);
-- A card is in a book once.
create unique index device_depreciation_card_once on device_depreciation (tenant_id, rule_id, device_id);
alter table device_depreciation enable row level security;
alter table device_depreciation force row level security;
create policy tenant on device_depreciation using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger device_depreciation_live_insert after insert on device_depreciation referencing new table as n for each statement execute function live_change('deviceDepreciation', '');
create trigger device_depreciation_live_update after update on device_depreciation referencing new table as n old table as o for each statement execute function live_change('deviceDepreciation', '');
create trigger device_depreciation_live_delete after delete on device_depreciation referencing old table as o for each statement execute function live_change('deviceDepreciation', '');

create table device_fund (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  card_id uuid not null,
  place integer not null,
  fund_source text not null,
  amount numeric(16,2) not null,
  primary key (tenant_id, id)
);
alter table device_fund add constraint device_fund_card_id_fk foreign key (tenant_id, card_id) references device_depreciation (tenant_id, id);
create index device_fund_card_id on device_fund (tenant_id, card_id, place);
alter table device_fund enable row level security;
alter table device_fund force row level security;
create policy tenant on device_fund using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger device_fund_live_insert after insert on device_fund referencing new table as n for each statement execute function live_change('deviceFund', '');
create trigger device_fund_live_update after update on device_fund referencing new table as n old table as o for each statement execute function live_change('deviceFund', '');
create trigger device_fund_live_delete after delete on device_fund referencing old table as o for each statement execute function live_change('deviceFund', '');

create table depreciation_line (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  asset_no text not null,
  device_id uuid not null,
  posted_on date not null,
  line_kind text not null,
  fund_source text,
  amount numeric(16,2) not null,
  month_count integer not null,
  accumulated numeric(16,2) not null,
  net_value numeric(16,2) not null,
  use_dept_id uuid,
  assets_category_id uuid,
  rule_set text not null,
  record_id uuid not null,
  primary key (tenant_id, id)
);
alter table depreciation_line add constraint depreciation_line_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index depreciation_line_device_id on depreciation_line (tenant_id, device_id, posted_on);
alter table depreciation_line add constraint depreciation_line_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index depreciation_line_use_dept_id on depreciation_line (tenant_id, use_dept_id, posted_on);
alter table depreciation_line add constraint depreciation_line_assets_category_id_fk foreign key (tenant_id, assets_category_id) references assets_category (tenant_id, id);
create index depreciation_line_assets_category_id on depreciation_line (tenant_id, assets_category_id);
alter table depreciation_line add constraint depreciation_line_record_id_fk foreign key (tenant_id, record_id) references depreciation_record (tenant_id, id);
-- A month charges each fund of a card once. It also finds the lines of a month.
create unique index depreciation_line_posted_once on depreciation_line (tenant_id, record_id, device_id, line_kind, fund_source) nulls not distinct;
create index depreciation_line_newest on depreciation_line (tenant_id, posted_on desc, id desc);
alter table depreciation_line enable row level security;
alter table depreciation_line force row level security;
create policy tenant on depreciation_line using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger depreciation_line_live_insert after insert on depreciation_line referencing new table as n for each statement execute function live_change('depreciationLine', 'use_dept_id, created_by');
create trigger depreciation_line_live_update after update on depreciation_line referencing new table as n old table as o for each statement execute function live_change('depreciationLine', 'use_dept_id, created_by');
create trigger depreciation_line_live_delete after delete on depreciation_line referencing old table as o for each statement execute function live_change('depreciationLine', 'use_dept_id, created_by');

create table depreciation_offset (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  asset_no text not null,
  device_id uuid not null,
  rule_id uuid not null,
  offset_kind text not null,
  amount numeric(16,2) not null,
  fund_source text,
  reason text not null,
  record_id uuid,
  posted_on date,
  search text generated always as (lower(coalesce(asset_no, '') || '|' || coalesce(reason, ''))) stored,
  primary key (tenant_id, id)
);
alter table depreciation_offset add constraint depreciation_offset_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index depreciation_offset_device_id on depreciation_offset (tenant_id, device_id, rule_id);
alter table depreciation_offset add constraint depreciation_offset_rule_id_fk foreign key (tenant_id, rule_id) references depreciation_rule (tenant_id, id);
create index depreciation_offset_rule_id on depreciation_offset (tenant_id, rule_id);
alter table depreciation_offset add constraint depreciation_offset_record_id_fk foreign key (tenant_id, record_id) references depreciation_record (tenant_id, id);
create index depreciation_offset_record_id on depreciation_offset (tenant_id, record_id);
alter table depreciation_offset enable row level security;
alter table depreciation_offset force row level security;
create policy tenant on depreciation_offset using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger depreciation_offset_live_insert after insert on depreciation_offset referencing new table as n for each statement execute function live_change('depreciationOffset', '');
create trigger depreciation_offset_live_update after update on depreciation_offset referencing new table as n old table as o for each statement execute function live_change('depreciationOffset', '');
create trigger depreciation_offset_live_delete after delete on depreciation_offset referencing old table as o for each statement execute function live_change('depreciationOffset', '');

create table depreciation_work (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  work_title text not null,
  device_id uuid not null,
  worked_on date not null,
  units numeric(16,3) not null,
  remark text,
  search text generated always as (lower(coalesce(work_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table depreciation_work add constraint depreciation_work_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index depreciation_work_device_id on depreciation_work (tenant_id, device_id, worked_on);
alter table depreciation_work enable row level security;
alter table depreciation_work force row level security;
create policy tenant on depreciation_work using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger depreciation_work_names after update on depreciation_work deferrable initially deferred
  for each row when (old.work_title is distinct from new.work_title) execute function bump_names();
create constraint trigger depreciation_work_names_gone after delete on depreciation_work deferrable initially deferred for each row execute function bump_names();
create trigger depreciation_work_live_insert after insert on depreciation_work referencing new table as n for each statement execute function live_change('depreciationWork', '');
create trigger depreciation_work_live_update after update on depreciation_work referencing new table as n old table as o for each statement execute function live_change('depreciationWork', '');
create trigger depreciation_work_live_delete after delete on depreciation_work referencing old table as o for each statement execute function live_change('depreciationWork', '');
create function depreciation_work_work_title() returns trigger language plpgsql as $$ begin
  new.work_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id), new.worked_on::text), 200);
  return new;
end $$;
create trigger depreciation_work_work_title before insert or update on depreciation_work for each row execute function depreciation_work_work_title();
create function depreciation_work_work_title_by_device_id() returns trigger language plpgsql as $$ begin
  update public.depreciation_work set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id;
  return null;
end $$;
create trigger depreciation_work_work_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function depreciation_work_work_title_by_device_id();

-- What a fund of teaching and research is called in the rules for public hospitals.
select set_config('app.tenant', '000000', true);
insert into dict (id, parent_id, code, dict_key, dict_value, dict_value_en, sort)
select gen_random_uuid(), id, code, 'teaching_research', '科教', 'Teaching and research', 31 from dict where code = 'fund_source' and dict_key is null;
select set_config('app.tenant', '', true);

create or replace function gather_statistics(name text) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
begin
  if name <> all (array['device', 'device_part', 'app_user', 'dept', 'location', 'supplier', 'device_class', 'assets_category', 'check_line', 'audit_event',
    'sync_change', 'custom_value', 'device_count', 'import_row', 'search_gram', 'device_depreciation', 'depreciation_line', 'depreciation_work']) then
    raise exception 'statistics of % are not gathered on demand', name using errcode = 'insufficient_privilege';
  end if;
  execute format('analyze public.%I', name);
exception when lock_not_available then
  return;
end $$;
