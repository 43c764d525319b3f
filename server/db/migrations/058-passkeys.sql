-- Passkeys of people, beside the authenticator; either or both are the second factor of "person_factor".
alter table person_factor add column has_authenticator boolean not null default true;

create table person_passkey (
  id uuid primary key,
  person_id uuid not null references person (id),
  -- The host name that it was made for; browsers offer it nowhere else.
  rp_id text collate "C" not null,
  credential_id text collate "C" not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  -- Its counter went back, so that there may be a copy of it; it is not taken any more.
  suspected_at timestamptz
);
create unique index person_passkey_credential on person_passkey (credential_id);
create index person_passkey_person on person_passkey (person_id);
alter table person_passkey enable row level security;
alter table person_passkey force row level security;
create policy own on person_passkey using (person_id = (select nullif(current_setting('app.person', true), ''))::uuid);

-- What a passkey is asked to sign: once, for a few minutes, for one occasion ("bound": the hash of what it is for).
create table passkey_challenge (
  person_id uuid not null references person (id),
  challenge_hash bytea not null,
  bound bytea not null,
  until timestamptz not null,
  primary key (person_id, challenge_hash)
);
alter table passkey_challenge enable row level security;
alter table passkey_challenge force row level security;
create policy own on passkey_challenge using (person_id = (select nullif(current_setting('app.person', true), ''))::uuid);
