-- Browsers that show notices while the program is closed. One belongs to a session and receives nothing after it.
create table push_subscription (
  tenant_id text collate "C" not null,
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  -- The public key and the secret of the browser, which messages are encrypted with.
  browser_key bytea not null,
  browser_secret bytea not null,
  language text not null,
  made_at timestamp with time zone not null default now(),
  primary key (tenant_id, id)
);
create unique index push_subscription_endpoint on push_subscription (tenant_id, endpoint);
create index push_subscription_by_user on push_subscription (tenant_id, user_id);
alter table push_subscription enable row level security;
alter table push_subscription force row level security;
create policy tenant on push_subscription using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- What was sent to such a browser, so that nothing is sent twice.
create table push_delivery (
  tenant_id text collate "C" not null,
  subscription_id uuid not null,
  notice_id uuid not null,
  outcome text not null,
  tries integer not null default 0,
  due_at timestamp with time zone not null default now(),
  updated_at timestamp with time zone not null default now(),
  primary key (tenant_id, subscription_id, notice_id)
);
create index push_delivery_waiting on push_delivery (tenant_id, due_at) where outcome = 'waiting';
alter table push_delivery enable row level security;
alter table push_delivery force row level security;
create policy tenant on push_delivery using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
