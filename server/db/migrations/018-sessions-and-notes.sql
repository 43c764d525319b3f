-- A session lasts so many days after its sign-in, whatever its tokens are renewed.
alter table tenant add session_days smallint not null default 30 check (session_days between 1 and 90);
alter table session
  -- when the password was typed; a change of tenant opens a session that keeps it
  add signed_in_at timestamptz not null default now(),
  -- why the server itself ended it
  add end_reason text;
alter table session no force row level security;
update session set signed_in_at = created_at;
alter table session force row level security;
-- Replaced before it was used, because the token it was given for came again.
alter table refresh_token add superseded_at timestamptz;

-- The list of what was written goes by the server's time, and notes about discarded operations are counted per person.
create index audit_event_newest on audit_event (tenant_id, at desc, id desc);
create index audit_event_discarded on audit_event (tenant_id, actor_id, at) where entity = 'op';
