-- What the finance ledger says at the end of a month, and how the books differ from it.
create table ledger_balance (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  asset_no text not null,
  asset_name text,
  balance_on date,
  rule_id uuid,
  original_value numeric(16,2) not null,
  accumulated numeric(16,2) not null,
  net_value numeric(16,2),
  search text generated always as (lower(coalesce(asset_no, '') || '|' || coalesce(asset_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table ledger_balance add constraint ledger_balance_rule_id_fk foreign key (tenant_id, rule_id) references depreciation_rule (tenant_id, id);
create index ledger_balance_rule_id on ledger_balance (tenant_id, rule_id);
create index ledger_balance_grams on ledger_balance using gin (tenant_id, gramsx(search));
create index ledger_balance_newest on ledger_balance (tenant_id, created_at desc, id desc) where not is_deleted;
alter table ledger_balance enable row level security;
alter table ledger_balance force row level security;
create policy tenant on ledger_balance using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger ledger_balance_live_insert after insert on ledger_balance referencing new table as n for each statement execute function live_change('ledgerBalance', '');
create trigger ledger_balance_live_update after update on ledger_balance referencing new table as n old table as o for each statement execute function live_change('ledgerBalance', '');
create trigger ledger_balance_live_delete after delete on ledger_balance referencing old table as o for each statement execute function live_change('ledgerBalance', '');

create table ledger_reconciliation (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  run_title text not null,
  rule_id uuid not null,
  posted_on date not null,
  run_no integer not null,
  register_count integer not null,
  ledger_count integer not null,
  agree_count integer not null,
  difference_count integer not null,
  missing_ledger_count integer not null,
  missing_ledger_total numeric(16,2) not null,
  missing_register_count integer not null,
  missing_register_total numeric(16,2) not null,
  value_count integer not null,
  value_total numeric(16,2) not null,
  depreciation_count integer not null,
  depreciation_total numeric(16,2) not null,
  net_count integer not null,
  net_total numeric(16,2) not null,
  register_value numeric(16,2) not null,
  ledger_value numeric(16,2) not null,
  register_accumulated numeric(16,2) not null,
  ledger_accumulated numeric(16,2) not null,
  run_by_id uuid not null,
  search text generated always as (lower(coalesce(run_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table ledger_reconciliation add constraint ledger_reconciliation_rule_id_fk foreign key (tenant_id, rule_id) references depreciation_rule (tenant_id, id);
create index ledger_reconciliation_rule_id on ledger_reconciliation (tenant_id, rule_id);
alter table ledger_reconciliation add constraint ledger_reconciliation_run_by_id_fk foreign key (tenant_id, run_by_id) references app_user (tenant_id, id);
create index ledger_reconciliation_run_by_id on ledger_reconciliation (tenant_id, run_by_id);
alter table ledger_reconciliation enable row level security;
alter table ledger_reconciliation force row level security;
create policy tenant on ledger_reconciliation using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger ledger_reconciliation_live_insert after insert on ledger_reconciliation referencing new table as n for each statement execute function live_change('ledgerReconciliation', '');
create trigger ledger_reconciliation_live_update after update on ledger_reconciliation referencing new table as n old table as o for each statement execute function live_change('ledgerReconciliation', '');
create trigger ledger_reconciliation_live_delete after delete on ledger_reconciliation referencing old table as o for each statement execute function live_change('ledgerReconciliation', '');

create table ledger_difference (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  asset_no text not null,
  asset_name text,
  difference_kind text not null,
  difference numeric(16,2) not null,
  register_value numeric(16,2),
  ledger_value numeric(16,2),
  register_accumulated numeric(16,2),
  ledger_accumulated numeric(16,2),
  register_net numeric(16,2),
  ledger_net numeric(16,2),
  device_id uuid,
  use_dept_id uuid,
  reconciliation_id uuid not null,
  search text generated always as (lower(coalesce(asset_no, '') || '|' || coalesce(asset_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table ledger_difference add constraint ledger_difference_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index ledger_difference_device_id on ledger_difference (tenant_id, device_id);
alter table ledger_difference add constraint ledger_difference_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index ledger_difference_use_dept_id on ledger_difference (tenant_id, use_dept_id);
alter table ledger_difference add constraint ledger_difference_reconciliation_id_fk foreign key (tenant_id, reconciliation_id) references ledger_reconciliation (tenant_id, id);
create index ledger_difference_reconciliation_id on ledger_difference (tenant_id, reconciliation_id);
alter table ledger_difference enable row level security;
alter table ledger_difference force row level security;
create policy tenant on ledger_difference using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger ledger_difference_live_insert after insert on ledger_difference referencing new table as n for each statement execute function live_change('ledgerDifference', 'use_dept_id, created_by');
create trigger ledger_difference_live_update after update on ledger_difference referencing new table as n old table as o for each statement execute function live_change('ledgerDifference', 'use_dept_id, created_by');
create trigger ledger_difference_live_delete after delete on ledger_difference referencing old table as o for each statement execute function live_change('ledgerDifference', 'use_dept_id, created_by');

-- A balance of an asset is told once for a month of a book.
create unique index ledger_balance_asset_no_once on ledger_balance (tenant_id, rule_id, balance_on, lower(asset_no)) where not is_deleted;
create unique index ledger_reconciliation_run_once on ledger_reconciliation (tenant_id, rule_id, posted_on, run_no);

-- How many months a card had been charged when the book began; it tells where its first month lies.
alter table device_depreciation add column opening_months integer;

-- When a certificate was issued, and the store that a part lies in.
alter table device_attach add column issued_on date;
alter table device_part add column warehouse_id uuid;
alter table device_part add constraint device_part_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index device_part_warehouse_id on device_part (tenant_id, warehouse_id);

-- The subjects of vouchers: a code and a name. A hospital's own rows go first; a key that ends with a fund (public_cost_fiscal_basic) is for that fund alone.
select set_config('app.tenant', '000000', true);
do $$ declare top uuid := gen_random_uuid(); begin
  insert into dict (id, parent_id, code, dict_key, dict_value, dict_value_en, sort) values (top, null, 'voucher_subject', null, '折旧凭证科目', 'Subjects of depreciation vouchers', 70);
  insert into dict (id, parent_id, code, dict_key, dict_value, dict_value_en, sort) values
    (gen_random_uuid(), top, 'voucher_subject', 'public_cost', '5001 业务活动费用——固定资产折旧费', '5001 Activity costs, depreciation', 10),
    (gen_random_uuid(), top, 'voucher_subject', 'public_taken', '1602 固定资产累计折旧', '1602 Accumulated depreciation', 20),
    (gen_random_uuid(), top, 'voucher_subject', 'enterprise_cost', '6602 管理费用——折旧费', '6602 Administration costs, depreciation', 30),
    (gen_random_uuid(), top, 'voucher_subject', 'enterprise_taken', '1602 累计折旧', '1602 Accumulated depreciation (enterprise)', 40);
end $$;
select set_config('app.tenant', '', true);

create or replace function gather_statistics(name text) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
begin
  if name <> all (array['device', 'device_part', 'app_user', 'dept', 'location', 'supplier', 'device_class', 'assets_category', 'check_line', 'audit_event',
    'sync_change', 'custom_value', 'device_count', 'import_row', 'search_gram', 'device_depreciation', 'depreciation_line', 'depreciation_work', 'ledger_balance',
    'ledger_difference', 'device_attach']) then
    raise exception 'statistics of % are not gathered on demand', name using errcode = 'insufficient_privilege';
  end if;
  execute format('analyze public.%I', name);
exception when lock_not_available then
  return;
end $$;
