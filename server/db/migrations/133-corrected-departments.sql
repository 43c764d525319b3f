-- An offset keeps the department and the fund that it was charged to, as a line does, so that the voucher of a posted month stays. `misfiled` of a card in a book:
-- departments, funds and shares of funds that corrections called wrong, each with the month (`at`) that moved what had been posted.
alter table depreciation_offset add column use_dept_id uuid, add column posted_fund text;
alter table depreciation_offset add constraint depreciation_offset_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index depreciation_offset_use_dept_id on depreciation_offset (tenant_id, use_dept_id);
alter table device_depreciation add column misfiled jsonb;
create index device_depreciation_misfiled on device_depreciation (tenant_id, rule_id) where misfiled is not null;

-- What is posted already was charged to what held in its month.
do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one, true);
    update depreciation_offset o set
      use_dept_id = coalesce((select h.value::uuid from depreciation_term h where h.tenant_id = one and h.owner_id = d.id and h.field = 'dept'
        and h.last_month >= m.month order by h.last_month limit 1), d.use_dept_id),
      posted_fund = coalesce(o.fund_source, (select h.value from depreciation_term h where h.tenant_id = one and h.owner_id = d.id and h.field = 'fund'
        and h.last_month >= m.month order by h.last_month limit 1), d.fund_source)
    from device d, (select id, extract(year from posted_on)::int * 12 + extract(month from posted_on)::int - 1 as month from depreciation_offset
      where tenant_id = one and record_id is not null) m
    where o.tenant_id = one and o.id = m.id and d.tenant_id = one and d.id = o.device_id;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
