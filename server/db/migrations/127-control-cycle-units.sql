-- The cycle of a quality control is a number with its unit, as every cycle; the numbers so far are months.
alter table quality_template rename column cycle_months to control_cycle;
alter table quality_template add column control_cycle_unit text;

do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one, true);
    update quality_template set control_cycle_unit = 'month' where tenant_id = one and control_cycle is not null;
    update field_config set field_code = 'controlCycle' where tenant_id = one and entity = 'qualityTemplate' and field_code = 'cycleMonths';
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
