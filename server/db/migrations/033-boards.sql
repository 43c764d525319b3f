-- The user of a wall screen reaches the boards and nothing else, also when its role is given other rights: other calls need another API scope.
select set_config('app.tenant', '000000', true);
insert into api_scope (id, scope_name, patterns) values ('01900000-0000-7000-8000-000000000002', '大屏接口', '{board.*}');
do $$ declare t text; begin
  for t in select id from tenant order by id loop
    perform set_config('app.tenant', t, true);
    insert into role_api_scope (tenant_id, role_id, api_scope_id)
      select r.tenant_id, r.id, '01900000-0000-7000-8000-000000000002' from role r where r.tenant_id = t and r.default_key = 'virtual' and not r.is_deleted;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
