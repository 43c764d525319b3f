-- A default role is known by a fixed key, whatever its alias becomes: new rights of a release go by it. Empty: a role of the hospital's own.
alter table role add default_key text not null default '';
create unique index role_default_key_once on role (tenant_id, default_key) where default_key <> '';

-- Default roles were made by no person. One that has another alias by now had its own before the first change of it.
do $$ declare t text; begin
  for t in select id from tenant order by id loop
    perform set_config('app.tenant', t, true);
    update role r set default_key = k.key from (
      select distinct on (found.key) found.id, found.key from (
        select o.id, o.created_at, coalesce((select e.changes #>> '{roleAlias,from}' from audit_event e
          where e.tenant_id = o.tenant_id and e.entity = 'role' and e.entity_id = o.id and e.changes -> 'roleAlias' is not null order by e.version nulls last, e.id limit 1), o.role_alias) as key
        from role o where o.tenant_id = t and o.created_by is null) found
      where found.key in ('administrator', 'equipment_manager', 'engineer', 'keeper', 'head', 'warehouse_keeper', 'provider_engineer', 'auditor', 'virtual')
      order by found.key, found.created_at, found.id) k
    where r.tenant_id = t and r.id = k.id;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

create function keep_default_key() returns trigger language plpgsql as $$ begin
  raise exception 'the key of a default role is kept' using errcode = 'insufficient_privilege';
end $$;
create trigger role_default_key_kept before update on role for each row when (old.default_key is distinct from new.default_key) execute function keep_default_key();

-- Somebody outside the department asks that a device is no longer used; the department confirms it.
alter table repair_order add stop_requested smallint;
