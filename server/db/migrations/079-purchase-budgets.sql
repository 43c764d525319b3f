-- Licences of suppliers; budgets, of which plans reserve and warehouse entries spend; the states of a plan. Plans that are there stay drafts.
create table supplier_qualification (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  supplier_id uuid not null,
  qualification_kind text not null,
  certificate_no text not null,
  issued_by text,
  valid_from date,
  valid_until date,
  files uuid[],
  remark text,
  search text generated always as (lower(coalesce(certificate_no, ''))) stored,
  primary key (tenant_id, id)
);
alter table supplier_qualification add constraint supplier_qualification_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index supplier_qualification_supplier_id on supplier_qualification (tenant_id, supplier_id);
select fence_table('supplier_qualification', 'supplierQualification', '', 'certificate_no');

create table purchase_budget (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  budget_title text not null,
  budget_status text not null,
  budget_year integer not null,
  dept_id uuid not null,
  fund_source text,
  amount numeric(16,2) not null,
  lines_total numeric(16,2),
  line_count integer,
  reserved_total numeric(16,2),
  spent_total numeric(16,2),
  remaining numeric(16,2),
  approved_by_id uuid,
  approved_at timestamp with time zone,
  document_no text,
  document_date date,
  files uuid[],
  remark text,
  search text generated always as (lower(coalesce(budget_title, '') || '|' || coalesce(document_no, ''))) stored,
  primary key (tenant_id, id),
  constraint purchase_budget_kept check (coalesce(reserved_total, 0) + coalesce(spent_total, 0) <= amount)
);
alter table purchase_budget add constraint purchase_budget_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index purchase_budget_dept_id on purchase_budget (tenant_id, dept_id);
alter table purchase_budget add constraint purchase_budget_approved_by_id_fk foreign key (tenant_id, approved_by_id) references app_user (tenant_id, id);
create index purchase_budget_approved_by_id on purchase_budget (tenant_id, approved_by_id);
select fence_table('purchase_budget', 'purchaseBudget', 'dept_id, created_by', 'budget_title');
create function purchase_budget_budget_title() returns trigger language plpgsql as $$ begin new.budget_title := left(concat_ws(' ', new.budget_year::text, (select l.dept_name from public.dept l where l.tenant_id = new.tenant_id and l.id = new.dept_id)), 120); return new; end $$;
create trigger purchase_budget_budget_title before insert or update on purchase_budget for each row execute function purchase_budget_budget_title();
create function purchase_budget_budget_title_by_dept_id() returns trigger language plpgsql as $$ begin update public.purchase_budget set dept_id = dept_id where tenant_id = new.tenant_id and dept_id = new.id; return null; end $$;
create trigger purchase_budget_budget_title_by_dept_id after update on dept for each row when (old.dept_name is distinct from new.dept_name) execute function purchase_budget_budget_title_by_dept_id();

create table purchase_budget_line (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  budget_id uuid not null,
  place integer not null,
  device_name text not null,
  specification text,
  quantity integer not null,
  unit text,
  unit_price numeric(16,2),
  purpose text,
  search text generated always as (lower(coalesce(device_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table purchase_budget_line add constraint purchase_budget_line_budget_id_fk foreign key (tenant_id, budget_id) references purchase_budget (tenant_id, id);
create index purchase_budget_line_budget_id on purchase_budget_line (tenant_id, budget_id);
select fence_table('purchase_budget_line', 'purchaseBudgetLine', '');

alter table purchase_plan add column plan_status text not null default 'draft', add column budget_id uuid, add column reserved_total numeric(16,2), add column spent_total numeric(16,2),
  add column approved_by_id uuid, add column approved_at timestamp with time zone;
alter table purchase_plan alter column plan_status drop default;
alter table purchase_plan add constraint purchase_plan_budget_id_fk foreign key (tenant_id, budget_id) references purchase_budget (tenant_id, id);
create index purchase_plan_budget_id on purchase_plan (tenant_id, budget_id);
alter table purchase_plan add constraint purchase_plan_approved_by_id_fk foreign key (tenant_id, approved_by_id) references app_user (tenant_id, id);
create index purchase_plan_approved_by_id on purchase_plan (tenant_id, approved_by_id);

alter table warehouse_entry add column plan_id uuid;
alter table warehouse_entry add constraint warehouse_entry_plan_id_fk foreign key (tenant_id, plan_id) references purchase_plan (tenant_id, id);
create index warehouse_entry_plan_id on warehouse_entry (tenant_id, plan_id);
