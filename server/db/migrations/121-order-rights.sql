-- A hospital that hides the cost of maintenance hides what it is part of now, and who issued reserved pieces goes on: reserving them is a right of its own.
do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant loop
    perform set_config('app.tenant', one, true);
    insert into field_config (tenant_id, id, entity, field_code, is_show)
    select c.tenant_id, gen_random_uuid(), c.entity, k.code, 0 from field_config c cross join (values ('totalCost'), ('partsCost'), ('labourCost')) k(code)
    where c.tenant_id = one and c.entity = 'maintainOrder' and c.field_code = 'cost' and c.is_show = 0 on conflict do nothing;
    insert into role_grant (tenant_id, role_id, right_code) select g.tenant_id, g.role_id, 'partReservation.issue' from role_grant g
    where g.tenant_id = one and g.right_code = 'partReservation.submit' on conflict do nothing;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
