-- Files that arrive part by part, and what tells phones that the database is another one than they know.
create table file_part (
  tenant_id text collate "C" not null,
  file_id uuid not null,
  part int not null,
  user_id uuid not null,
  op_id uuid not null,
  sha256 text not null,
  size int not null,
  bytes bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, file_id, part)
);
-- Pictures and sheets are packed already.
alter table file_part alter column bytes set storage external;
create index file_part_user on file_part (tenant_id, user_id);
create index file_waiting on file (tenant_id, created_by) where of_id is null;
alter table file_part enable row level security;
alter table file_part force row level security;
create policy tenant on file_part using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- One is made every minute in which something is written, and phones are told the newest. A database that does not know one that it has told was put
-- back from a backup.
create table sync_mark (
  id text primary key,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null default now()
);
create index sync_mark_at on sync_mark (at);
do $$ begin
  execute 'alter table sync_mark enable row level security';
  execute 'alter table sync_mark force row level security';
  execute 'create policy read on sync_mark for select using (true)';
  execute 'create policy add on sync_mark for insert with check ((select current_setting(''app.tenant'', true)) = ''000000'')';
  execute 'create policy change on sync_mark for update using ((select current_setting(''app.tenant'', true)) = ''000000'')';
  execute 'create policy remove on sync_mark for delete using ((select current_setting(''app.tenant'', true)) = ''000000'')';
end $$;
alter table sync_meta
  -- signs what cursors say of marks
  add secret uuid not null default gen_random_uuid(),
  -- of the server whose transaction numbers the cursors hold
  add system_id text,
  add timeline int;

-- Up to where the words about removed rows have been thrown away.
create table sync_purge (
  tenant_id text collate "C" not null,
  xid xid8 not null,
  primary key (tenant_id)
);
alter table sync_purge enable row level security;
alter table sync_purge force row level security;
create policy tenant on sync_purge using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create index sync_change_gone on sync_change (tenant_id, xid) where deleted;
