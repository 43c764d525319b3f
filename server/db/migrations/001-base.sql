-- What every tenant's rows stand on: tenants, people, sessions, grants, events, sync and search.
create extension if not exists btree_gin with schema public;

-- Fragments of a text for keyword search: single Chinese characters and pairs, ASCII triples. '|' separates fields.
create function gramsx(s text) returns text[] language plpgsql immutable parallel safe strict cost 10000 as $$
declare c text[] := string_to_array(lower(s), null); r text[] := '{}'; k int := 0; n int := coalesce(cardinality(c), 0); a text; b text; d text;
begin
  for i in 1..n loop
    a := c[i];
    if a = '|' then continue; end if;
    b := c[i + 1];
    if a > '~' collate "C" then k := k + 1; r[k] := a; end if;
    if b is null or b = '|' then continue; end if;
    if a > '~' collate "C" or b > '~' collate "C" then k := k + 1; r[k] := a || b;
    else
      d := c[i + 2];
      if d is not null and d <> '|' and d <= '~' collate "C" then k := k + 1; r[k] := a || b || d; end if;
    end if;
  end loop;
  return r;
end $$;

-- Platform tables: the same for all tenants, written only in a session of tenant 000000.
create table tenant (
  id text collate "C" primary key,
  tenant_name text not null,
  kind text not null,
  created_at timestamptz not null default now()
);
create table api_scope (
  id uuid primary key,
  scope_name text not null,
  -- patterns over the names of calls, such as 'device.*'
  patterns text[] not null
);
-- What the default roles are granted: every call; what they may do there is decided by their rights.
insert into api_scope (id, scope_name, patterns) values ('01900000-0000-7000-8000-000000000001', '全部接口', '{*}');
create table program_state (
  key text primary key,
  value text not null
);
create table captcha (
  id uuid primary key,
  answer text not null,
  expires_at timestamptz not null
);
create table sync_meta (
  only_one boolean primary key default true check (only_one),
  epoch uuid not null default gen_random_uuid()
);
insert into sync_meta default values;
do $$ declare t text; begin
  foreach t in array array['tenant', 'api_scope', 'program_state', 'captcha', 'sync_meta'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy read on %I for select using (true)', t);
    execute format('create policy add on %I for insert with check ((select current_setting(''app.tenant'', true)) = ''000000'')', t);
    execute format('create policy change on %I for update using ((select current_setting(''app.tenant'', true)) = ''000000'')', t);
    execute format('create policy remove on %I for delete using ((select current_setting(''app.tenant'', true)) = ''000000'')', t);
  end loop;
end $$;

-- Person tables: one log-in identity over tenants; a session sees its own.
create table person (
  id uuid primary key,
  password_hash text not null,
  created_at timestamptz not null default now()
);
alter table person enable row level security;
alter table person force row level security;
create policy own on person using (id = (select nullif(current_setting('app.person', true), ''))::uuid);
create table membership (
  person_id uuid not null references person (id),
  tenant_id text collate "C" not null references tenant (id),
  user_id uuid not null,
  primary key (person_id, tenant_id)
);
create unique index membership_user on membership (tenant_id, user_id);
alter table membership enable row level security;
alter table membership force row level security;
create policy own on membership using (
  person_id = (select nullif(current_setting('app.person', true), ''))::uuid or tenant_id = (select nullif(current_setting('app.tenant', true), ''))
);

-- Tenant tables that are no entities.
create table tenant_epoch (
  tenant_id text collate "C" primary key,
  -- grows when rights, people, departments or field settings change; what processes remember is valid for one epoch
  epoch bigint not null
);
create sequence epoch_seq;
create function bump_epoch() returns trigger language plpgsql as $$ begin
  insert into tenant_epoch (tenant_id, epoch) values (current_setting('app.tenant'), nextval('epoch_seq'))
  on conflict (tenant_id) do update set epoch = excluded.epoch;
  return null;
end $$;

create table session (
  tenant_id text collate "C" not null,
  id uuid not null,
  user_id uuid not null,
  person_id uuid not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  is_locked boolean not null default false,
  revoked_at timestamptz,
  user_agent text,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index session_token on session (tenant_id, token_hash);
create index session_by_user on session (tenant_id, user_id);
-- Counted by name, whether an account of that name exists or not, so that nobody learns which do.
create table sign_in_attempt (
  tenant_id text collate "C" not null references tenant (id),
  account text not null,
  failed int not null,
  locked_until timestamptz,
  last_at timestamptz not null default now(),
  primary key (tenant_id, account)
);
create table refresh_token (
  tenant_id text collate "C" not null,
  token_hash bytea not null,
  session_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  -- the token that was given for this one
  next_hash bytea,
  primary key (tenant_id, token_hash)
);
create index refresh_token_session on refresh_token (tenant_id, session_id);
create table role_grant (
  tenant_id text collate "C" not null,
  role_id uuid not null,
  right_code text not null,
  primary key (tenant_id, role_id, right_code)
);
create table role_api_scope (
  tenant_id text collate "C" not null,
  role_id uuid not null,
  api_scope_id uuid not null references api_scope (id),
  primary key (tenant_id, role_id, api_scope_id)
);
create table role_dept (
  tenant_id text collate "C" not null,
  role_id uuid not null,
  dept_id uuid not null,
  primary key (tenant_id, role_id, dept_id)
);
create table number_counter (
  tenant_id text collate "C" not null,
  key text not null,
  value bigint not null,
  primary key (tenant_id, key)
);
create table audit_event (
  tenant_id text collate "C" not null,
  id uuid not null,
  entity text not null,
  entity_id uuid not null,
  verb text not null,
  -- the state field of a step, and what it was and became
  field text,
  from_state text,
  to_state text,
  -- the event whose effect this one takes back
  undoes uuid,
  version int,
  changes jsonb,
  input jsonb,
  actor_id uuid,
  actor_name text,
  op_id uuid,
  at timestamptz not null default now(),
  -- by the corrected clock of the phone that queued it
  occurred_at timestamptz,
  primary key (tenant_id, id)
);
create index audit_event_row on audit_event (tenant_id, entity, entity_id, id desc);
create index audit_event_undoes on audit_event (tenant_id, undoes) where undoes is not null;
create table client_log (
  tenant_id text collate "C" not null,
  id uuid not null,
  user_id uuid not null,
  entry jsonb not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create table search_gram (
  tenant_id text collate "C" not null,
  entity text not null,
  gram text not null,
  id uuid not null,
  primary key (tenant_id, entity, gram, id)
);
create index search_gram_row on search_gram (tenant_id, entity, id);
create table custom_value (
  tenant_id text collate "C" not null,
  entity text not null,
  code text not null,
  value text not null,
  id uuid not null,
  primary key (tenant_id, entity, code, value, id)
);
create index custom_value_row on custom_value (tenant_id, entity, id);

create sequence sync_seq;
create table sync_change (
  tenant_id text collate "C" not null,
  scope_id text collate "C" not null,
  entity text not null,
  entity_id uuid not null,
  deleted boolean not null default false,
  xid xid8 not null default pg_current_xact_id(),
  seq bigint not null default nextval('sync_seq'),
  primary key (tenant_id, scope_id, entity, entity_id)
);
create index sync_change_cursor on sync_change (tenant_id, scope_id, xid, seq);
create index sync_change_newest on sync_change (tenant_id, entity, xid);
create table sync_op (
  tenant_id text collate "C" not null,
  op_id uuid not null,
  user_id uuid not null,
  device_id uuid,
  kind text not null,
  fp bytea not null,
  status smallint,
  result jsonb,
  created_at timestamptz not null default now(),
  primary key (tenant_id, op_id)
);
do $$ declare t text; begin
  foreach t in array array['tenant_epoch', 'session', 'sign_in_attempt', 'refresh_token', 'role_grant', 'role_api_scope', 'role_dept', 'number_counter', 'audit_event',
    'client_log', 'search_gram', 'custom_value', 'sync_change', 'sync_op'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')))', t);
  end loop;
end $$;
