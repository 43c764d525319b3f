-- The rule by which devices are proposed for replacement; a hospital has one at most.
create table replacement_rule (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  rule_name text not null,
  age_weight integer not null,
  cost_weight integer not null,
  downtime_weight integer not null,
  risk_weight integer not null,
  age_full integer not null,
  cost_full integer not null,
  downtime_full integer not null,
  advise_score integer not null,
  watch_score integer not null,
  energy_price numeric(16,4),
  search text generated always as (search_form(coalesce(rule_name, ''))) stored,
  primary key (tenant_id, id)
);

select enable_tenant_table('replacement_rule', 'replacementRule', '', 'rule_name');
create unique index replacement_rule_once on replacement_rule (tenant_id) where not is_deleted;

-- The device that a line of a plan replaces.
alter table purchase_plan_line add column replaces_id uuid;
alter table purchase_plan_line add constraint purchase_plan_line_replaces_id_fk foreign key (tenant_id, replaces_id) references device (tenant_id, id);
create index purchase_plan_line_replaces_id on purchase_plan_line (tenant_id, replaces_id);

-- What devices earned, a row for a device and month.
create table device_income (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  income_title text not null,
  device_id uuid not null,
  month date not null,
  income numeric(16,2),
  use_count integer,
  consumables numeric(16,2),
  staff_cost numeric(16,2),
  remark text,
  search text generated always as (search_form(coalesce(income_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_income add constraint device_income_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_income_device_id on device_income (tenant_id, device_id);
select enable_tenant_table('device_income', 'deviceIncome', '');
create function device_income_income_title() returns trigger language plpgsql as $$ begin new.income_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id), new.month::text), 200); return new; end $$;
create trigger device_income_income_title before insert or update on device_income for each row execute function device_income_income_title();
create function device_income_income_title_by_device_id() returns trigger language plpgsql as $$ begin update public.device_income set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id; return null; end $$;
create trigger device_income_income_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function device_income_income_title_by_device_id();
create unique index device_income_once on device_income (tenant_id, device_id, month) where not is_deleted;
create index device_income_month on device_income (tenant_id, month);

-- It is filled by imports.
do $do$ begin
  execute replace(pg_get_functiondef('gather_statistics(text)'::regprocedure), $a$'sensor_config'$a$, $a$'sensor_config', 'device_income'$a$);
end $do$;
