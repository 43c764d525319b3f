-- Text messages; stores of files; second factors of sign-ins; forms of generated code.
create table sms (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  sms_code text not null,
  category text not null,
  template_id text,
  content text,
  sign_name text,
  endpoint text,
  region_id text,
  access_key text,
  day_limit integer,
  is_stopped smallint,
  secret_set_at timestamp with time zone,
  remark text,
  search text generated always as (lower(coalesce(sms_code, '') || '|' || coalesce(remark, ''))) stored,
  primary key (tenant_id, id)
);
create unique index sms_sms_code_once on sms (tenant_id, sms_code) where not is_deleted;
alter table sms enable row level security;
alter table sms force row level security;
create policy tenant on sms using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger sms_names after update on sms deferrable initially deferred
  for each row when (old.sms_code is distinct from new.sms_code) execute function bump_names();
create constraint trigger sms_names_gone after delete on sms deferrable initially deferred for each row execute function bump_names();
create trigger sms_live_insert after insert on sms referencing new table as n for each statement execute function live_change('sms', '');
create trigger sms_live_update after update on sms referencing new table as n old table as o for each statement execute function live_change('sms', '');
create trigger sms_live_delete after delete on sms referencing old table as o for each statement execute function live_change('sms', '');

create table sms_message (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  phone text not null,
  sms_code text not null,
  category text not null,
  outcome text not null,
  reason text,
  provider_no text,
  sent_at timestamp with time zone,
  sender_id uuid,
  -- Tells messages to the same phone without its number.
  phone_hash bytea not null,
  -- The template, which may be one of the platform's tenant.
  template_tenant text collate "C" not null,
  template_id uuid not null,
  search text generated always as (lower(coalesce(phone, '') || '|' || coalesce(sms_code, ''))) stored,
  primary key (tenant_id, id)
);
alter table sms_message add constraint sms_message_sender_id_fk foreign key (tenant_id, sender_id) references app_user (tenant_id, id);
create index sms_message_sender_id on sms_message (tenant_id, sender_id);
alter table sms_message enable row level security;
alter table sms_message force row level security;
create policy tenant on sms_message using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger sms_message_live_insert after insert on sms_message referencing new table as n for each statement execute function live_change('smsMessage', '');
create trigger sms_message_live_update after update on sms_message referencing new table as n old table as o for each statement execute function live_change('smsMessage', '');
create trigger sms_message_live_delete after delete on sms_message referencing old table as o for each statement execute function live_change('smsMessage', '');

-- Messages of a month, of a minute and to one phone are counted before one is sent.
create index sms_message_created on sms_message (tenant_id, created_at);
create index sms_message_phone on sms_message (tenant_id, phone_hash, created_at);
alter table tenant add column sms_quota integer not null default 1000;


create table oss (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  oss_code text not null,
  category text not null,
  endpoint text,
  bucket_name text,
  region text,
  access_key text,
  is_active smallint,
  holds_files smallint,
  secret_set_at timestamp with time zone,
  remark text,
  search text generated always as (lower(coalesce(oss_code, '') || '|' || coalesce(remark, ''))) stored,
  primary key (tenant_id, id)
);
create unique index oss_oss_code_once on oss (tenant_id, oss_code) where not is_deleted;
alter table oss enable row level security;
alter table oss force row level security;
create policy tenant on oss using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger oss_names after update on oss deferrable initially deferred
  for each row when (old.oss_code is distinct from new.oss_code) execute function bump_names();
create constraint trigger oss_names_gone after delete on oss deferrable initially deferred for each row execute function bump_names();
create trigger oss_live_insert after insert on oss referencing new table as n for each statement execute function live_change('oss', '');
create trigger oss_live_update after update on oss referencing new table as n old table as o for each statement execute function live_change('oss', '');
create trigger oss_live_delete after delete on oss referencing old table as o for each statement execute function live_change('oss', '');
-- One store is in use.
create unique index oss_active on oss (tenant_id) where is_active = 1 and not is_deleted;
do $$ declare before text := current_setting('app.tenant', true); begin
  perform set_config('app.tenant', '000000', true);
  insert into oss (tenant_id, id, oss_code, category, is_active, holds_files, remark)
  select '000000', gen_random_uuid(), 'local', 'local', 1, 1, 'DATA_DIR' ;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

-- Second factors of people; the secret itself is sealed in "secret". A tenant sees of its people whether they have one.
create table person_factor (
  person_id uuid primary key references person (id),
  confirmed_at timestamptz not null default now(),
  -- The newest 30 seconds whose code was used: a code counts once.
  last_step bigint not null default 0,
  failed integer not null default 0,
  locked_until timestamptz
);
create table person_recovery (
  person_id uuid not null references person (id),
  code_hash bytea not null,
  used_at timestamptz,
  primary key (person_id, code_hash)
);
create table person_device (
  person_id uuid not null references person (id),
  token_hash bytea not null,
  until timestamptz not null,
  primary key (person_id, token_hash)
);
alter table person_factor enable row level security;
alter table person_factor force row level security;
create policy own on person_factor using (
  person_id = (select nullif(current_setting('app.person', true), ''))::uuid
  or exists (select 1 from membership m where m.person_id = person_factor.person_id and m.tenant_id = (select nullif(current_setting('app.tenant', true), '')))
);
alter table person_recovery enable row level security;
alter table person_recovery force row level security;
create policy own on person_recovery using (person_id = (select nullif(current_setting('app.person', true), ''))::uuid);
alter table person_device enable row level security;
alter table person_device force row level security;
create policy own on person_device using (person_id = (select nullif(current_setting('app.person', true), ''))::uuid);
-- Who has to have one.
alter table role add column needs_factor smallint;
alter table password_rule add column needs_factor smallint;
