-- First passwords end by themselves, each hospital may ask for longer passwords, and secrets of others are kept sealed.

-- When a password that somebody else gave stops opening a session; null for one that the person chose.
alter table person add given_until timestamptz;
alter table person no force row level security;
alter table app_user no force row level security;
update person p set given_until = now() + interval '7 days'
  where exists (select 1 from app_user u where u.person_id = p.id and u.must_change = 1 and not u.is_deleted);
alter table person force row level security;
alter table app_user force row level security;

-- A tenant without a row keeps the six characters that it began with.
create table password_rule (
  tenant_id text collate "C" primary key,
  shortest smallint not null,
  updated_by uuid,
  updated_at timestamptz not null default now()
);

-- Ciphertext alone: the key is no part of the database.
create table secret (
  tenant_id text collate "C" not null,
  -- what it is for, such as 'import.passwords'
  purpose text not null,
  -- the row that it belongs to
  row_id text not null,
  key_id text not null,
  sealed bytea not null,
  created_at timestamptz not null default now(),
  -- after this it is removed; null: kept
  until timestamptz,
  primary key (tenant_id, purpose, row_id)
);
create index secret_until on secret (tenant_id, until) where until is not null;

do $$ declare t text; begin
  foreach t in array array['password_rule', 'secret'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant on %I using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')))', t);
  end loop;
end $$;
