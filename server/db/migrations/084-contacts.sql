-- When phones spoke to the server and how many operations they had numbered by then, so that the server knows between which of its own moments an
-- operation was made.
create table sync_contact (
  tenant_id text collate "C" not null,
  device_id uuid not null,
  user_id uuid not null,
  -- the newest session of the contact; none: known from what the phone sent under an older program
  session_id uuid,
  -- the first and the last contact in a row with the same highest number
  first_at timestamptz not null,
  last_at timestamptz not null,
  -- the highest number that the phone had given; none: its program numbers nothing
  minted bigint,
  -- the lowest number in its queue at the last contact
  waiting bigint,
  primary key (tenant_id, device_id, user_id, first_at)
);
create index sync_contact_session on sync_contact (tenant_id, session_id, last_at);
create index sync_contact_user on sync_contact (tenant_id, user_id, first_at);
alter table sync_contact enable row level security;
alter table sync_contact force row level security;
create policy tenant on sync_contact using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant loop
    perform set_config('app.tenant', one, true);
    insert into sync_contact (tenant_id, device_id, user_id, first_at, last_at)
    select o.tenant_id, o.device_id, o.user_id, max(o.created_at), max(o.created_at) from sync_op o where o.tenant_id = one and o.device_id is not null group by 1, 2, 3;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

-- When the epoch began, where one has ended before it: contacts after the backup are lost then.
alter table sync_meta add column epoch_since timestamptz;
-- By the phone's own clock, as it said it.
alter table audit_event add column device_time timestamptz;
