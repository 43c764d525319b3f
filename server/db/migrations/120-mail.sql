-- Notices by e-mail, and codes for a forgotten password.
alter table notice_channel add mail_host text, add mail_port integer, add mail_security text, add mail_user text, add mail_from text, add ca_certificate text;

-- Which notices a person gets by e-mail, by kind, and in which language. Kinds that are absent follow the default.
create table notice_mail (
  tenant_id text collate "C" not null,
  user_id uuid not null,
  language text not null,
  ways jsonb not null,
  updated_at timestamp with time zone not null default now(),
  primary key (tenant_id, user_id)
);
alter table notice_mail enable row level security;
alter table notice_mail force row level security;
create policy tenant on notice_mail using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- The digest of a day for a person: it says what was unread of the time from one moment to another.
create table notice_digest (
  tenant_id text collate "C" not null,
  id uuid not null,
  channel_id uuid not null,
  user_id uuid not null,
  digest_on date not null,
  from_at timestamp with time zone not null,
  until_at timestamp with time zone not null,
  primary key (tenant_id, id)
);
create unique index notice_digest_once on notice_digest (tenant_id, channel_id, user_id, digest_on);
alter table notice_digest enable row level security;
alter table notice_digest force row level security;
create policy tenant on notice_digest using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- The one open code of a person for a new password, and how many they were sent on a day.
create table password_reset (
  tenant_id text collate "C" not null,
  user_id uuid not null,
  code_hash text not null,
  until timestamp with time zone not null,
  tries integer not null,
  asked_at timestamp with time zone not null,
  asked_on date not null,
  asked integer not null,
  primary key (tenant_id, user_id)
);
alter table password_reset enable row level security;
alter table password_reset force row level security;
create policy tenant on password_reset using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
