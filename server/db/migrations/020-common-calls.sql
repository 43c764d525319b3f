-- Processes remember the names of linked rows for as long as a tenant's mark stays the same; a name that changes gives the tenant another one.
alter table tenant_epoch add column names uuid;

-- Runs when its transaction commits, so that the tenant's row is locked for that moment only; once in a transaction, however many names it changes.
create function bump_names() returns trigger language plpgsql as $$
declare
  tenant text := current_setting('app.tenant', true);
  done text := old.tenant_id || ' ' || pg_current_xact_id();
begin
  if current_setting('app.names', true) is distinct from done then
    -- The transaction may stand in another tenant, or in none, by now.
    perform set_config('app.tenant', old.tenant_id, true);
    insert into tenant_epoch (tenant_id, epoch, names) values (old.tenant_id, 0, gen_random_uuid())
    on conflict (tenant_id) do update set names = excluded.names;
    perform set_config('app.tenant', coalesce(tenant, ''), true), set_config('app.names', done, true);
  end if;
  return null;
end $$;

do $$ declare one record; begin
  for one in select * from (values ('dept', 'dept_name'), ('role', 'role_name'), ('app_user', 'real_name'), ('assets_category', 'category_name'),
      ('device_class', 'class_name'), ('supplier', 'supplier_name'), ('device_part', 'part_name'), ('location', 'full_name'), ('check_task', 'check_title'),
      ('repair_order', 'order_no'), ('label_template', 'template_name')) v(name, title) loop
    execute format('create constraint trigger %1$I after update on %2$I deferrable initially deferred
      for each row when (old.%3$I is distinct from new.%3$I) execute function bump_names()', one.name || '_names', one.name, one.title);
    execute format('create constraint trigger %1$I after delete on %2$I deferrable initially deferred for each row execute function bump_names()', one.name || '_names_gone', one.name);
  end loop;
end $$;

-- Statistics of a table at once, after a transaction has written a large part of it: its next readers are planned for what is there. Only the owner may
-- gather them, so the function runs as the owner, for these tables alone. What another session is gathering at this moment is not waited for.
create function gather_statistics(name text) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
begin
  if name <> all (array['device', 'app_user', 'dept', 'location', 'supplier', 'device_class', 'assets_category', 'check_line', 'audit_event', 'sync_change',
    'custom_value', 'device_count', 'import_row', 'search_gram']) then
    raise exception 'statistics of % are not gathered on demand', name using errcode = 'insufficient_privilege';
  end if;
  execute format('analyze public.%I', name);
exception when lock_not_available then
  return;
end $$;

-- What counts keep of a card is looked at before it is counted out and in again.
create or replace function device_tally() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, count(*), sum(coalesce(c.original_value, 0)) from n c
    cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source) d
    where not c.is_deleted group by 1, 2, 3, 4;
  elsif tg_op = 'UPDATE' then
    -- Most updates change nothing that is counted; as many rows were as are, so what is left out of one side would be left out of the other.
    if not exists (select tenant_id, is_deleted, use_dept_id, created_at, original_value, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source from n
      except all select tenant_id, is_deleted, use_dept_id, created_at, original_value, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source from o) then
      return null;
    end if;
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, sum(c.k), sum(c.k * coalesce(c.original_value, 0))
    from (select 1 as k, tenant_id, use_dept_id, created_at, original_value, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source
        from n where not is_deleted
      union all select -1, tenant_id, use_dept_id, created_at, original_value, eam_status, filing_status, classify_id, assets_category_id, important_classification, risk_level, origin, fund_source
        from o where not is_deleted) c
    cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source) d
    group by 1, 2, 3, 4 having sum(c.k) <> 0 or sum(c.k * coalesce(c.original_value, 0)) <> 0;
  else
    insert into device_count (tenant_id, dim, key, dept_id, n, value)
    select c.tenant_id, d.dim, d.key, d.dept_id, -count(*), -sum(coalesce(c.original_value, 0)) from o c
    cross join lateral public.device_tallied(c.use_dept_id, c.created_at, c.eam_status, c.filing_status, c.classify_id, c.assets_category_id, c.important_classification, c.risk_level, c.origin, c.fund_source) d
    where not c.is_deleted group by 1, 2, 3, 4;
  end if;
  return null;
end $$;
