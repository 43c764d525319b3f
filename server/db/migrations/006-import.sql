-- Spreadsheets on their way into the register: the imports, what was wrong in them, what they wrote, and what a hospital's headings stand for.
create table import_job (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  file_name text not null,
  target text not null,
  status text not null,
  progress integer not null,
  row_count integer not null,
  new_count integer not null,
  same_count integer not null,
  faulty_count integer not null,
  warning_count integer not null,
  written_count integer not null,
  note text,
  user_id uuid not null,
  dept_id uuid,
  source uuid[],
  layout jsonb,
  missing jsonb,
  alive_at timestamp with time zone,
  search text generated always as (lower(coalesce(file_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table import_job add constraint import_job_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index import_job_user_id on import_job (tenant_id, user_id);
alter table import_job add constraint import_job_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index import_job_dept_id on import_job (tenant_id, dept_id);
alter table import_job enable row level security;
alter table import_job force row level security;
create policy tenant on import_job using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create index import_job_newest on import_job (tenant_id, created_at desc, id desc);

create table import_problem (
  tenant_id text collate "C" not null,
  job_id uuid not null,
  seq int not null,
  row_no int not null,
  -- column from 0; empty for what concerns the whole row
  at int,
  field text,
  grade text not null,
  zh text not null,
  en text not null,
  value text not null,
  primary key (tenant_id, job_id, seq),
  foreign key (tenant_id, job_id) references import_job (tenant_id, id)
);
create table import_row (
  tenant_id text collate "C" not null,
  job_id uuid not null,
  entity text not null,
  entity_id uuid not null,
  -- of what the row said, to know it again; empty for what was created along the way
  hash bytea,
  primary key (tenant_id, job_id, entity, entity_id),
  foreign key (tenant_id, job_id) references import_job (tenant_id, id)
);
create index import_row_hash on import_row (tenant_id, entity, hash);
create table import_heading (
  tenant_id text collate "C" not null,
  entity text not null,
  heading text not null,
  -- empty: the column is left out
  field text not null,
  primary key (tenant_id, entity, heading)
);
do $$ declare t text; begin
  foreach t in array array['import_problem', 'import_row', 'import_heading'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')))', t);
  end loop;
end $$;
