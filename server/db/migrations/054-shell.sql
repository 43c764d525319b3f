-- A lock of the screen with a password of its own, and one role that a session acts in.
alter table session
  add lock_hash text,
  -- wrong lock passwords in a row
  add lock_failed smallint not null default 0,
  -- null: all roles of the person
  add role_id uuid;
-- A stream of changes is told other things once its session acts in another role.
drop trigger session_live_update on session;
create trigger session_live_update after update on session for each row
  when (old.revoked_at is distinct from new.revoked_at or old.is_locked <> new.is_locked or old.token_hash <> new.token_hash or old.expires_at > new.expires_at
    or old.role_id is distinct from new.role_id)
  execute function live_session();

-- The picture of a person: the id of its file, or empty.
alter table app_user add avatar text not null default '';

-- Where an account of this name may sign in. Row level security shows one tenant at a time.
create function accounts_named(name text) returns table (tenant_id text, tenant_name text, person_id uuid) language plpgsql as $$
declare
  one record;
  before text := current_setting('app.tenant', true);
begin
  for one in select t.id, t.tenant_name from tenant t where t.stopped_at is null order by t.id loop
    perform set_config('app.tenant', one.id, true);
    return query select one.id, one.tenant_name, u.person_id from app_user u
      where u.tenant_id = one.id and lower(u.account) = lower(name) and not u.is_deleted and u.status = 'active';
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
