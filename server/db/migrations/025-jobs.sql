-- Work in the background: what was asked for, how far it is and how it ended. Timed jobs are rows of the platform's own tenant.
create table background_job (
  tenant_id text collate "C" not null,
  id uuid not null,
  kind text not null,
  subject text not null,
  -- waiting, working, done, failed or cancelled
  status text not null,
  input jsonb not null,
  language text not null,
  -- who started it; empty for timed jobs
  user_id uuid,
  -- asked for again when it runs and when its file is fetched
  rights text[] not null,
  call text,
  -- how often it was begun; what an attempt writes counts only while the row still has its number
  attempt int not null default 0,
  -- how often a process ended without ending its attempt
  lost int not null default 0,
  done int not null default 0,
  total int,
  phase jsonb,
  note text,
  file_id uuid,
  -- who asked to cancel it
  cancelled_by uuid,
  created_at timestamptz not null default now(),
  -- not before
  due_at timestamptz not null default now(),
  begun_at timestamptz,
  alive_at timestamptz,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id),
  foreign key (tenant_id, file_id) references file (tenant_id, id)
);
create index background_job_open on background_job (tenant_id, id) where status in ('waiting', 'working');
create index background_job_user_id on background_job (tenant_id, user_id, id);
create index background_job_file_id on background_job (tenant_id, file_id) where file_id is not null;
create index background_job_ended on background_job (tenant_id, ended_at) where ended_at is not null;
alter table background_job enable row level security;
alter table background_job force row level security;
create policy tenant on background_job using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Whether a process holds the lock of a job that it works on. The lock ends with the connection, so a killed process holds none.
create function is_job_held(job uuid) returns boolean language sql stable as $$
  select exists (select 1 from pg_catalog.pg_locks l where l.locktype = 'advisory' and l.granted and l.objsubid = 1
    and l.database = (select oid from pg_catalog.pg_database where datname = pg_catalog.current_database())
    and l.classid = ((pg_catalog.hashtextextended(job::text, 21) >> 32) & 4294967295)::oid
    and l.objid = (pg_catalog.hashtextextended(job::text, 21) & 4294967295)::oid)
$$;

-- The jobs that may be begun, tenant by tenant under its own policy, so that no session sees rows of several: those that wait, and those whose process
-- is gone. A process that says nothing for a minute is taken for gone too.
create function jobs_to_begin() returns table (tenant_id text, id uuid, kind text) language plpgsql as $$
declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select t.id from tenant t where t.stopped_at is null order by t.id loop
    perform set_config('app.tenant', one, true);
    return query select j.tenant_id, j.id, j.kind from background_job j
      where j.tenant_id = one and (j.status = 'waiting' and j.due_at <= now()
        or j.status = 'working' and (j.alive_at < now() - interval '1 minute' or not is_job_held(j.id)))
      order by j.id limit 50;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

-- Up to which moment of its schedule a timed job was started, and how its last run ended.
create table timed_job (
  name text primary key,
  due_at timestamptz not null,
  begun_at timestamptz,
  ended_at timestamptz,
  outcome text,
  note text
);
do $$ begin
  execute 'alter table timed_job enable row level security';
  execute 'alter table timed_job force row level security';
  execute 'create policy read on timed_job for select using (true)';
  execute 'create policy add on timed_job for insert with check ((select current_setting(''app.tenant'', true)) = ''000000'')';
  execute 'create policy change on timed_job for update using ((select current_setting(''app.tenant'', true)) = ''000000'')';
  execute 'create policy remove on timed_job for delete using ((select current_setting(''app.tenant'', true)) = ''000000'')';
end $$;
