-- Pictures and documents that come beside a list.
alter table import_job
  add column archives uuid[],
  add column attached jsonb;

create table import_file (
  tenant_id text collate "C" not null,
  job_id uuid not null,
  seq int not null,
  -- the archive that it is in, from 0, and its place there; -1: the workbook itself, with the path of its part
  origin int not null,
  place int not null,
  part text,
  path text not null,
  file_name text not null,
  file_type text,
  size bigint not null,
  sha256 text,
  -- the row of the list that it belongs to, with its title
  row_no int,
  title text,
  -- the stored file, from the writing on, and the row that it became
  file_id uuid,
  entity_id uuid,
  -- see `fileOutcomes`; the reason in words
  outcome text not null,
  zh text,
  en text,
  primary key (tenant_id, job_id, seq),
  foreign key (tenant_id, job_id) references import_job (tenant_id, id)
);
alter table import_file enable row level security;
alter table import_file force row level security;
create policy tenant on import_file using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
