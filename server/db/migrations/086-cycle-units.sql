-- A cycle is a number with its unit; the numbers so far are days.
alter table device add column maintain_cycle_unit text, add column measure_cycle_unit text, add column inspection_cycle_unit text;
alter table measure_catalog rename column cycle_days to measure_cycle;
alter table measure_catalog alter column measure_cycle drop not null, add column measure_cycle_unit text, add column first_only smallint;
alter table measure_card rename column cycle_days to measure_cycle;
alter table measure_card add column measure_cycle_unit text, add column first_only smallint;

-- Cards mean what they meant, so that neither phones nor open pages are told of it.
alter table device disable trigger user;
do $$ declare
  one record;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one.id, true);
    update device set maintain_cycle_unit = case when maintain_cycle is not null then 'day' end,
      measure_cycle_unit = case when measure_cycle is not null then 'day' end,
      inspection_cycle_unit = case when inspection_cycle is not null then 'day' end
      where tenant_id = one.id and (maintain_cycle is not null or measure_cycle is not null or inspection_cycle is not null);
    update measure_catalog set measure_cycle_unit = 'day' where tenant_id = one.id and measure_cycle is not null;
    update measure_card set measure_cycle_unit = 'day' where tenant_id = one.id and measure_cycle is not null;
    update field_config set field_code = 'measureCycle'
      where tenant_id = one.id and entity in ('measureCard', 'measureCatalog') and field_code = 'cycleDays';
    -- A change request keeps number and unit together.
    update card_field_update_line set
      old_value = case when old_value ~ '^\d+$' then old_value || ' day' else old_value end,
      new_value = case when new_value ~ '^\d+$' then new_value || ' day' else new_value end
      where tenant_id = one.id and field_code in ('maintainCycle', 'measureCycle', 'inspectionCycle');
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
alter table device enable trigger user;
