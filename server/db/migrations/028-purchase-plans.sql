create table purchase_plan (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  plan_title text not null,
  plan_year integer not null,
  dept_id uuid not null,
  reason text,
  planned_total numeric(16,2),
  line_count integer,
  remark text,
  search text generated always as (lower(coalesce(plan_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table purchase_plan add constraint purchase_plan_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index purchase_plan_dept_id on purchase_plan (tenant_id, dept_id);
alter table purchase_plan enable row level security;
alter table purchase_plan force row level security;
create policy tenant on purchase_plan using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger purchase_plan_names after update on purchase_plan deferrable initially deferred
  for each row when (old.plan_title is distinct from new.plan_title) execute function bump_names();
create constraint trigger purchase_plan_names_gone after delete on purchase_plan deferrable initially deferred for each row execute function bump_names();
create function purchase_plan_plan_title() returns trigger language plpgsql as $$ begin
  new.plan_title := left(concat_ws(' ', new.plan_year::text, (select l.dept_name from public.dept l where l.tenant_id = new.tenant_id and l.id = new.dept_id)), 120);
  return new;
end $$;
create trigger purchase_plan_plan_title before insert or update on purchase_plan for each row execute function purchase_plan_plan_title();
create function purchase_plan_plan_title_by_dept_id() returns trigger language plpgsql as $$ begin
  update public.purchase_plan set dept_id = dept_id where tenant_id = new.tenant_id and dept_id = new.id;
  return null;
end $$;
create trigger purchase_plan_plan_title_by_dept_id after update on dept for each row when (old.dept_name is distinct from new.dept_name) execute function purchase_plan_plan_title_by_dept_id();

create table purchase_plan_line (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  plan_id uuid not null,
  place integer not null,
  device_name text not null,
  model text,
  specification text,
  maker text,
  quantity integer not null,
  unit text,
  unit_price numeric(16,2),
  purpose text,
  search text generated always as (lower(coalesce(device_name, '') || '|' || coalesce(model, ''))) stored,
  primary key (tenant_id, id)
);
alter table purchase_plan_line add constraint purchase_plan_line_plan_id_fk foreign key (tenant_id, plan_id) references purchase_plan (tenant_id, id);
create index purchase_plan_line_plan_id on purchase_plan_line (tenant_id, plan_id);
alter table purchase_plan_line enable row level security;
alter table purchase_plan_line force row level security;
create policy tenant on purchase_plan_line using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
