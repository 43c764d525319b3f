-- Calendar feeds of people: what is due, for calendar programs that cannot sign in. Only the hash of the secret in the address is stored.
create table due_feed (
  tenant_id text collate "C" not null,
  user_id uuid not null,
  secret_hash bytea not null,
  language text not null,
  made_at timestamp with time zone not null,
  primary key (tenant_id, user_id)
);
alter table due_feed enable row level security;
alter table due_feed force row level security;
create policy tenant on due_feed using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
