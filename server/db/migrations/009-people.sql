-- People of a hospital: what the desk says of their sign-ins, sessions that are named, roles that are removed, and the log of sign-ins.
alter table app_user
  add last_sign_in timestamp with time zone,
  add locked_until timestamp with time zone,
  add must_change smallint;
-- A sign-in changes no right: what processes remember stays valid.
drop trigger app_user_epoch on app_user;
create trigger app_user_epoch after insert or delete or update of account, real_name, dept_id, role_id, status, must_change, person_id, is_deleted on app_user
  for each statement execute function bump_epoch();

alter table role add is_deleted boolean not null default false;
drop index role_role_alias_once;
create unique index role_role_alias_once on role (tenant_id, role_alias) where not is_deleted;

alter table session
  add address text,
  -- browser and system in words
  add client text,
  add last_at timestamptz not null default now();
-- A hospital that was stopped lets nobody in.
alter table tenant add stopped_at timestamptz;

create table access_log (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  event text not null,
  outcome text not null,
  account text,
  user_id uuid,
  actor_id uuid,
  address text,
  client text,
  detail text,
  search text generated always as (lower(coalesce(account, '') || '|' || coalesce(address, ''))) stored,
  primary key (tenant_id, id)
);
alter table access_log add constraint access_log_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index access_log_user_id on access_log (tenant_id, user_id);
alter table access_log add constraint access_log_actor_id_fk foreign key (tenant_id, actor_id) references app_user (tenant_id, id);
create index access_log_actor_id on access_log (tenant_id, actor_id);
create index access_log_newest on access_log (tenant_id, created_at desc, id desc);
alter table access_log enable row level security;
alter table access_log force row level security;
create policy tenant on access_log using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Whoever comes into the program's session cannot wipe the traces: no row changes, and none goes before its time.
create function keep_access_log() returns trigger language plpgsql as $$ begin
  if tg_op = 'DELETE' and old.created_at < now() - interval '180 days' then return old; end if;
  raise exception 'the sign-in log is kept' using errcode = 'insufficient_privilege';
end $$;
create trigger access_log_kept before update or delete on access_log for each row execute function keep_access_log();
