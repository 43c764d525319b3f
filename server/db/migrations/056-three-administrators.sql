-- Three administrators where a hospital wants them: system, security and audit. Nobody holds two of the duties, and only the auditor reads the logs.
alter table role add column duty text;

-- To which duty a right belongs, whether the duty cannot be done without it, and whether it only reads; the program writes it at a start from its declarations.
create table right_duty (
  right_code text primary key,
  duty text,
  is_core boolean not null,
  only_reads boolean not null
);
alter table right_duty enable row level security;
alter table right_duty force row level security;
create policy read on right_duty for select using (true);
create policy add on right_duty for insert with check ((select current_setting('app.tenant', true)) = '000000');
create policy change on right_duty for update using ((select current_setting('app.tenant', true)) = '000000');
create policy remove on right_duty for delete using ((select current_setting('app.tenant', true)) = '000000');

create table three_administrators (
  tenant_id text collate "C" not null,
  is_on boolean not null,
  changed_at timestamp with time zone not null default now(),
  -- a person of the tenant; none: someone of the platform
  changed_by uuid,
  primary key (tenant_id)
);
alter table three_administrators enable row level security;
alter table three_administrators force row level security;
create policy tenant on three_administrators using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger three_administrators_epoch after insert or update or delete on three_administrators for each statement execute function bump_epoch();

-- What speaks against the three duties in a tenant, the gravest first. `has_begun`: rights in wrong roles count; before, switching on takes them away.
-- Sees the rows of the tenant of the session.
create function duty_faults(t text, has_begun boolean) returns setof jsonb language plpgsql stable as $$
begin
  -- A right of a duty in a role of another one or of none; a right that changes something in an auditor's role.
  return query select jsonb_build_object('fault', case when d.duty is null then 'changes' else 'right' end, 'role', r.role_name, 'right', g.right_code, 'duty', d.duty)
    from role r join role_grant g on g.tenant_id = r.tenant_id and g.role_id = r.id left join right_duty d on d.right_code = g.right_code
    where has_begun and r.tenant_id = t and not r.is_deleted
      and (d.duty is not null and d.duty is distinct from r.duty or r.duty = 'audit' and d.duty is null and not coalesce(d.only_reads, false))
    order by r.role_name, g.right_code;
  -- One person with two duties, also by two accounts.
  return query select jsonb_build_object('fault', 'two', 'person', min(u.real_name), 'duties', jsonb_agg(distinct r.duty))
    from app_user u join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where u.tenant_id = t and not u.is_deleted and not r.is_deleted and r.duty is not null
    group by u.person_id having count(distinct r.duty) > 1 order by min(u.real_name);
  -- An auditor who changes something by another role.
  return query select jsonb_build_object('fault', 'auditor', 'person', u.real_name, 'role', o.role_name, 'right', min(g.right_code))
    from app_user u join user_role ur on ur.tenant_id = u.tenant_id and ur.user_id = u.id
    join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id and r.duty = 'audit' and not r.is_deleted
    join app_user same on same.tenant_id = u.tenant_id and same.person_id = u.person_id and not same.is_deleted
    join user_role os on os.tenant_id = same.tenant_id and os.user_id = same.id
    join role o on o.tenant_id = os.tenant_id and o.id = os.role_id and o.duty is null and not o.is_deleted
    join role_grant g on g.tenant_id = o.tenant_id and g.role_id = o.id left join right_duty d on d.right_code = g.right_code
    where u.tenant_id = t and not u.is_deleted and d.duty is null and not coalesce(d.only_reads, false)
    group by u.real_name, o.role_name order by u.real_name, o.role_name;
  -- Each duty has a person in use who can do it: with its first rights, over all departments, by every call.
  return query select jsonb_build_object('fault', 'nobody', 'duty', needed.duty)
    from (select d.duty, array_agg(d.right_code) filter (where d.is_core) as codes from right_duty d where d.duty is not null group by d.duty) needed
    where not exists (select 1 from role r join user_role ur on ur.tenant_id = r.tenant_id and ur.role_id = r.id
      join app_user u on u.tenant_id = ur.tenant_id and u.id = ur.user_id and not u.is_deleted and u.status = 'active'
      where r.tenant_id = t and not r.is_deleted and r.duty = needed.duty and r.reach = 'all'
        and (select count(*) from role_grant g where g.tenant_id = t and g.role_id = r.id and g.right_code = any(needed.codes)) = cardinality(needed.codes)
        and not exists (select 1 from data_scope s where s.tenant_id = t and s.role_id = r.id and s.entity = 'user' and s.reach <> 'all')
        and exists (select 1 from role_api_scope x join api_scope a on a.id = x.api_scope_id where x.tenant_id = t and x.role_id = r.id and '*' = any(a.patterns)))
    order by needed.duty;
end $$;

-- At the commit of whatever wrote, so that no way of gaining a right passes it by; once for a transaction and tenant. Writes on these tables hold the
-- tenant's row of `tenant_epoch` until they end, so that of two at once the later one sees what the first one did.
create function keep_duties_apart() returns trigger language plpgsql as $$
declare
  t text := coalesce(new.tenant_id, old.tenant_id);
  before text := current_setting('app.tenant', true);
  mark text := pg_current_xact_id()::text || ' ' || t;
  found jsonb;
begin
  if current_setting('app.duties', true) = mark then return null; end if;
  perform set_config('app.tenant', t, true);
  perform 1 from tenant_epoch where tenant_id = t for update;
  if exists (select 1 from three_administrators where tenant_id = t and is_on) then found := (select f from duty_faults(t, true) f limit 1); end if;
  perform set_config('app.tenant', coalesce(before, ''), true);
  perform set_config('app.duties', mark, true);
  if found is not null then raise exception 'three administrators' using errcode = 'WK003', detail = found::text; end if;
  return null;
end $$;

create constraint trigger three_administrators_duties after insert or update or delete on three_administrators deferrable initially deferred
  for each row execute function keep_duties_apart();
create constraint trigger role_duties after insert or delete on role deferrable initially deferred for each row execute function keep_duties_apart();
create constraint trigger role_duties_changed after update on role deferrable initially deferred
  for each row when (old.duty is distinct from new.duty or old.reach is distinct from new.reach or old.is_deleted is distinct from new.is_deleted)
  execute function keep_duties_apart();
create constraint trigger role_grant_duties after insert or update or delete on role_grant deferrable initially deferred
  for each row execute function keep_duties_apart();
create constraint trigger role_api_scope_duties after insert or update or delete on role_api_scope deferrable initially deferred
  for each row execute function keep_duties_apart();
create constraint trigger data_scope_duties after insert or update or delete on data_scope deferrable initially deferred
  for each row execute function keep_duties_apart();
create constraint trigger user_role_duties after insert or delete on user_role deferrable initially deferred for each row execute function keep_duties_apart();
create constraint trigger app_user_duties after update on app_user deferrable initially deferred
  for each row when (old.status is distinct from new.status or old.is_deleted is distinct from new.is_deleted or old.person_id is distinct from new.person_id)
  execute function keep_duties_apart();
