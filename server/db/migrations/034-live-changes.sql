-- Tells the processes of the program, after the commit, which entities of which tenant have changed. Never what is in the rows: a payload holds the entity and,
-- where the arguments name columns, the departments and people that its rows belong to; `*` where there are many, or where only other rows would tell.
-- The same payload counts once in a transaction.
create function live_change() returns trigger language plpgsql as $$
declare
  tenant text := nullif(current_setting('app.tenant', true), '');
  keys text := '*';
begin
  if tenant is null then return null; end if;
  if tg_op = 'INSERT' then
    if not exists (select from n) then return null; end if;
  elsif tg_op = 'UPDATE' then
    if not exists (select from n) then return null; end if;
  else
    if not exists (select from o) then return null; end if;
  end if;
  if tg_argv[1] <> '' then
    execute format(
      'select case when count(*) > 40 then ''*'' else coalesce(string_agg(key::text, '','' order by key), '''') end
        from (select distinct unnest(array[%1$s]) as key from (%2$s) c) k where key is not null',
      tg_argv[1],
      case tg_op when 'INSERT' then format('select %s from n', tg_argv[1]) when 'DELETE' then format('select %s from o', tg_argv[1])
        else format('select %1$s from n union all select %1$s from o', tg_argv[1]) end
    ) into keys;
  end if;
  perform pg_notify('wardkeeper_live', concat_ws(' ', 'change', tenant, tg_argv[0], keys));
  return null;
end $$;

-- What ends a stream or lets it be told other things: its session, and rights, people and departments of its tenant.
create function live_session() returns trigger language plpgsql as $$ begin
  perform pg_notify('wardkeeper_live', concat_ws(' ', 'session', old.tenant_id, old.id));
  return null;
end $$;
create trigger session_live_update after update on session for each row
  when (old.revoked_at is distinct from new.revoked_at or old.is_locked <> new.is_locked or old.token_hash <> new.token_hash or old.expires_at > new.expires_at)
  execute function live_session();
create trigger session_live_delete after delete on session for each row execute function live_session();
create function live_epoch() returns trigger language plpgsql as $$ begin
  perform pg_notify('wardkeeper_live', concat_ws(' ', 'epoch', new.tenant_id));
  return null;
end $$;
create trigger tenant_epoch_live_insert after insert on tenant_epoch for each row execute function live_epoch();
create trigger tenant_epoch_live_update after update on tenant_epoch for each row when (old.epoch <> new.epoch) execute function live_epoch();

-- One for each kind of statement, as the changed rows are known by different names; as `scripts/print-table.ts` prints them for a new entity.
do $$ declare t record; begin
  for t in select * from (values
    ('assets_category', 'assetsCategory', ''),
    ('device_class', 'deviceClass', ''),
    ('device', 'device', 'use_dept_id, created_by'),
    ('device_part', 'devicePart', ''),
    ('device_attach', 'deviceAttach', ''),
    ('label_template', 'labelTemplate', ''),
    ('label_print', 'labelPrint', 'dept_id, user_id, created_by'),
    ('label_item', 'labelItem', ''),
    ('import_job', 'importJob', 'user_id, created_by'),
    ('check_task', 'checkTask', ''),
    ('check_dept', 'checkDept', ''),
    ('check_line', 'checkLine', ''),
    ('check_member', 'checkMember', ''),
    ('check_scan', 'checkScan', ''),
    ('check_review', 'checkReview', ''),
    ('repair_order', 'repairOrder', 'use_dept_id, reporter_id, engineer_id, created_by'),
    ('repair_part', 'repairPart', ''),
    ('location', 'location', ''),
    ('supplier', 'supplier', ''),
    ('purchase_plan', 'purchasePlan', 'dept_id, created_by'),
    ('purchase_plan_line', 'purchasePlanLine', ''),
    ('dept', 'dept', ''),
    ('role', 'role', ''),
    ('data_scope', 'dataScope', ''),
    ('menu', 'menu', ''),
    ('top_menu', 'topMenu', ''),
    ('tenant_package', 'tenantPackage', ''),
    ('app_user', 'user', 'dept_id, created_by'),
    ('access_log', 'accessLog', ''),
    ('field_config', 'fieldConfig', ''),
    ('custom_field', 'customField', ''),
    ('notice', 'notice', 'user_id'),
    ('file', 'file', ''),
    ('param', 'param', '')
  ) v(name, entity, columns) loop
    execute format('create trigger %1$s_live_insert after insert on %1$I referencing new table as n for each statement execute function live_change(%2$L, %3$L)', t.name, t.entity, t.columns);
    execute format('create trigger %1$s_live_update after update on %1$I referencing new table as n old table as o for each statement execute function live_change(%2$L, %3$L)', t.name, t.entity, t.columns);
    execute format('create trigger %1$s_live_delete after delete on %1$I referencing old table as o for each statement execute function live_change(%2$L, %3$L)', t.name, t.entity, t.columns);
  end loop;
end $$;
