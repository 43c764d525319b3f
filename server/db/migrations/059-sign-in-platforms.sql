-- Providers of WeCom and DingTalk, and people who ask for an account after a provider has vouched for them.
alter table identity_provider add takes_guests smallint, add corp_id text, add agent_id text, add app_key text, add api_address text;

alter table registration add phone text, add email text, add source text, add issuer text not null default '', add subject text not null default '';
create unique index registration_identity_once on registration (tenant_id, issuer, subject) where state = 'waiting' and issuer <> '';

-- Who proved who they are, has no account and may ask for one: what the provider said, until they do.
create table federated_guest (
  tenant_id text collate "C" not null,
  ticket_hash bytea not null,
  provider_id uuid not null,
  issuer text not null,
  subject text not null,
  real_name text,
  email text,
  phone text,
  until timestamptz not null,
  primary key (tenant_id, ticket_hash)
);
create index federated_guest_until on federated_guest (tenant_id, until);
alter table federated_guest enable row level security;
alter table federated_guest force row level security;
create policy tenant on federated_guest using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Where notices go beside the bell, and how each went.
create table notice_channel (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  channel_name text not null,
  kind text not null,
  provider_id uuid,
  day_limit integer,
  robot_address text,
  is_stopped smallint,
  secret_set_at timestamp with time zone,
  remark text,
  -- notices from before are not delivered
  opened_at timestamp with time zone not null default now(),
  search text generated always as (lower(coalesce(channel_name, '') || '|' || coalesce(remark, ''))) stored,
  primary key (tenant_id, id)
);
create unique index notice_channel_channel_name_once on notice_channel (tenant_id, channel_name) where not is_deleted;
alter table notice_channel add constraint notice_channel_provider_id_fk foreign key (tenant_id, provider_id) references identity_provider (tenant_id, id);
create index notice_channel_provider_id on notice_channel (tenant_id, provider_id);
alter table notice_channel enable row level security;
alter table notice_channel force row level security;
create policy tenant on notice_channel using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger notice_channel_names after update on notice_channel deferrable initially deferred
  for each row when (old.channel_name is distinct from new.channel_name) execute function bump_names();
create constraint trigger notice_channel_names_gone after delete on notice_channel deferrable initially deferred for each row execute function bump_names();
create trigger notice_channel_live_insert after insert on notice_channel referencing new table as n for each statement execute function live_change('noticeChannel', '');
create trigger notice_channel_live_update after update on notice_channel referencing new table as n old table as o for each statement execute function live_change('noticeChannel', '');
create trigger notice_channel_live_delete after delete on notice_channel referencing old table as o for each statement execute function live_change('noticeChannel', '');

create table notice_delivery (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  channel_id uuid not null,
  channel_name text not null,
  -- the notice, or the announcement
  told_id uuid not null,
  user_id uuid,
  outcome text not null,
  tries integer,
  due_at timestamp with time zone,
  cause text,
  reason text,
  receipt text,
  sent_at timestamp with time zone,
  search text generated always as (lower(coalesce(channel_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table notice_delivery add constraint notice_delivery_user_id_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id);
create index notice_delivery_user_id on notice_delivery (tenant_id, user_id);
alter table notice_delivery enable row level security;
alter table notice_delivery force row level security;
create policy tenant on notice_delivery using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger notice_delivery_live_insert after insert on notice_delivery referencing new table as n for each statement execute function live_change('noticeDelivery', '');
create trigger notice_delivery_live_update after update on notice_delivery referencing new table as n old table as o for each statement execute function live_change('noticeDelivery', '');
create trigger notice_delivery_live_delete after delete on notice_delivery referencing old table as o for each statement execute function live_change('noticeDelivery', '');
create unique index notice_delivery_once on notice_delivery (tenant_id, channel_id, told_id);
create index notice_delivery_waiting on notice_delivery (tenant_id, due_at) where outcome = 'waiting';
create index notice_delivery_sending on notice_delivery (tenant_id, updated_at) where outcome = 'sending';
create index notice_unread_sent on notice (tenant_id, sent_at) where is_read = 0;
