-- What its person saw of the records in its file, so that the file is not given out when they see less.
alter table background_job add column reach text;

-- Parameters may hold addresses and keys of other programs: default roles that read every list do not read them.
do $$ declare t text; begin
  for t in select id from tenant order by id loop
    perform set_config('app.tenant', t, true);
    delete from role_grant g using role r where r.tenant_id = g.tenant_id and r.id = g.role_id
      and r.default_key in ('equipment_manager', 'auditor') and g.right_code like 'param.%';
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

-- Scopes that the program declares are found by their code, one for each module.
alter table api_scope add column code text unique, add column name_en text;
select set_config('app.tenant', '000000', true);
update api_scope set code = 'all', name_en = 'All calls' where id = '01900000-0000-7000-8000-000000000001';
select set_config('app.tenant', '', true);
