-- A report that was merged names the order that goes on.
alter table repair_order add column merged_into_id uuid;
alter table repair_order add constraint repair_order_merged_into_id_fk foreign key (tenant_id, merged_into_id) references repair_order (tenant_id, id);
create index repair_order_merged_into_id on repair_order (tenant_id, merged_into_id) where merged_into_id is not null;

-- Of reports merged before their events tell it. Phones hold open orders alone, so that nobody is told of it.
alter table repair_order disable trigger user;
do $$ declare
  one record;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one.id, true);
    update repair_order o set merged_into_id = i.id
      from audit_event e join repair_order i on i.tenant_id = e.tenant_id and i.id = (e.input ->> 'intoId')::uuid
      where o.tenant_id = one.id and o.id = e.entity_id and o.repair_status = 'cancelled'
        and e.tenant_id = one.id and e.entity = 'repairOrder' and e.verb = 'merge';
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
alter table repair_order enable trigger user;
