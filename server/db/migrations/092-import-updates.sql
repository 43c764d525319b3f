-- What a second import of a list found changed in the register, and what it wrote of it.
alter table import_job
  add column changed_count integer not null default 0,
  add column updated_count integer not null default 0,
  add column changes jsonb;

-- A row that an import updated stands beside the one of the import that made it: the newest says what was imported last.
alter table import_row
  add column at timestamp with time zone not null default now(),
  add column is_update boolean not null default false;

create table import_change (
  tenant_id text collate "C" not null,
  job_id uuid not null,
  seq int not null,
  row_no int not null,
  entity_id uuid not null,
  -- of the row when it was compared, and after it was written
  version int not null,
  written_version int,
  title text not null,
  -- old and new values by wire name, as events keep them: those that differ, and those that were written
  changes jsonb not null,
  written jsonb,
  -- what was said beside the change
  told jsonb,
  -- offered, written, left (with the reason in words), restored, kept
  outcome text not null default 'offered',
  zh text,
  en text,
  primary key (tenant_id, job_id, seq),
  foreign key (tenant_id, job_id) references import_job (tenant_id, id)
);
create index import_change_of on import_change (tenant_id, entity_id);
alter table import_change enable row level security;
alter table import_change force row level security;
create policy tenant on import_change using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
