-- A hospital's own tag number, what an imported list said that no field holds, and what hospitals mean by the values of their lists.
alter table device add column asset_tag_no text;
alter table device add column import_note text;
create index device_asset_tag_no on device (tenant_id, asset_tag_no) where not is_deleted;
-- The words that are searched gain the tag number.
alter table device drop column search;
alter table device add column search text generated always as (lower(coalesce(device_name, '') || '|' || coalesce(device_code, '') || '|' || coalesce(assets_code, '') || '|' || coalesce(asset_tag_no, '') || '|' || coalesce(rfid_code, '') || '|' || coalesce(device_model, '') || '|' || coalesce(manufacturer, ''))) stored;
create index device_grams on device using gin (tenant_id, gramsx(search));

alter table import_job add column groups jsonb;
create table import_value (
  tenant_id text collate "C" not null,
  entity text not null,
  field text not null,
  -- as values are compared: one writing, small letters
  said text not null,
  -- empty: the cell is left empty
  means text not null,
  primary key (tenant_id, entity, field, said)
);
alter table import_value enable row level security;
alter table import_value force row level security;
create policy tenant on import_value using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Parts are imported, too, so that their statistics are gathered on demand.
create or replace function gather_statistics(name text) returns void language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '1s' as $$
begin
  if name <> all (array['device', 'device_part', 'app_user', 'dept', 'location', 'supplier', 'device_class', 'assets_category', 'check_line', 'audit_event',
    'sync_change', 'custom_value', 'device_count', 'import_row', 'search_gram']) then
    raise exception 'statistics of % are not gathered on demand', name using errcode = 'insufficient_privilege';
  end if;
  execute format('analyze public.%I', name);
exception when lock_not_available then
  return;
end $$;
