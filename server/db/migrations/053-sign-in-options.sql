-- Identity providers of hospitals, and whom they have bound.
create table identity_provider (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  provider_code text not null,
  provider_name text not null,
  kind text not null,
  match_by text not null,
  is_for_all smallint,
  is_stopped smallint,
  secret_set_at timestamp with time zone,
  issuer text,
  client_id text,
  scopes text,
  account_claim text,
  trusts_factor smallint,
  factor_values text,
  address text,
  starts_tls smallint,
  ca_certificate text,
  base_dn text,
  bind_dn text,
  user_filter text,
  id_attribute text,
  account_attribute text,
  mail_attribute text,
  remark text,
  search text generated always as (lower(coalesce(provider_code, '') || '|' || coalesce(provider_name, '') || '|' || coalesce(remark, ''))) stored,
  primary key (tenant_id, id)
);
create unique index identity_provider_provider_code_once on identity_provider (tenant_id, provider_code) where not is_deleted;
alter table identity_provider enable row level security;
alter table identity_provider force row level security;
create policy tenant on identity_provider using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger identity_provider_names after update on identity_provider deferrable initially deferred
  for each row when (old.provider_name is distinct from new.provider_name) execute function bump_names();
create constraint trigger identity_provider_names_gone after delete on identity_provider deferrable initially deferred for each row execute function bump_names();
create trigger identity_provider_live_insert after insert on identity_provider referencing new table as n for each statement execute function live_change('identityProvider', '');
create trigger identity_provider_live_update after update on identity_provider referencing new table as n old table as o for each statement execute function live_change('identityProvider', '');
create trigger identity_provider_live_delete after delete on identity_provider referencing old table as o for each statement execute function live_change('identityProvider', '');

-- Whose identity at a provider is which user; made at a first sign-in.
create table identity_binding (
  tenant_id text collate "C" not null,
  issuer text collate "C" not null,
  subject text collate "C" not null,
  user_id uuid not null,
  bound_at timestamptz not null default now(),
  primary key (tenant_id, issuer, subject),
  constraint identity_binding_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id)
);
create unique index identity_binding_user on identity_binding (tenant_id, user_id, issuer);
alter table identity_binding enable row level security;
alter table identity_binding force row level security;
create policy tenant on identity_binding using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Sign-ins that went to a provider and are not back yet, or wait for a second factor (user_id).
create table federated_request (
  tenant_id text collate "C" not null,
  state_hash bytea not null,
  provider_id uuid not null,
  user_id uuid,
  sign_out_address text,
  until timestamptz not null,
  primary key (tenant_id, state_hash)
);
create index federated_request_until on federated_request (tenant_id, until);
alter table federated_request enable row level security;
alter table federated_request force row level security;
create policy tenant on federated_request using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- How a session began. A hospital's own provider vouches for its people there alone, so that such a session stays in its tenant.
alter table session add provider_id uuid, add is_confined boolean not null default false, add shown_factor boolean not null default false,
  add sign_out_address text;

-- Our own pages may sign people in at providers.
do $$ declare before text := current_setting('app.tenant', true); begin
  perform set_config('app.tenant', '000000', true);
  update oauth_client set authorized_grant_types = authorized_grant_types || '{social}', version = version + 1
    where tenant_id = '000000' and client_id = 'web' and not 'social' = any(authorized_grant_types);
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
