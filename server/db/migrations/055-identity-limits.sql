-- A provider vouches for people in the tenant of the sign-in alone.
do $$ declare
  one record;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one.id, true);
    update session set is_confined = true where provider_id is not null and not is_confined;
  end loop;
  -- Account names are given by each hospital: for all of them they mean different people.
  perform set_config('app.tenant', '000000', true);
  update identity_provider set is_stopped = 1, version = version + 1 where tenant_id = '000000' and is_for_all = 1 and match_by = 'account' and coalesce(is_stopped, 0) = 0;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

-- Where an account of this name may sign in, and whether wrong passwords have locked it. Row level security shows one tenant at a time.
drop function accounts_named(text);
create function accounts_named(name text) returns table (tenant_id text, tenant_name text, person_id uuid, is_locked boolean) language plpgsql as $$
declare
  one record;
  before text := current_setting('app.tenant', true);
begin
  for one in select t.id, t.tenant_name from tenant t where t.stopped_at is null order by t.id loop
    perform set_config('app.tenant', one.id, true);
    return query select one.id, one.tenant_name, u.person_id, coalesce(u.locked_until > now(), false) from app_user u
      where u.tenant_id = one.id and lower(u.account) = lower(name) and not u.is_deleted and u.status = 'active';
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

-- The one role that a person acted in when they started a job; null: all of theirs.
alter table background_job add role_id uuid;
