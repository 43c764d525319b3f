-- Orders that hospitals share reach the phones of the provider's people; those that are over leave them.
create function provider_order_sync() returns trigger language plpgsql as $$ begin
  if tg_op = 'INSERT' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'providerOrder', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.share_state not in ('offered', 'accepted', 'planned', 'approving', 'confirmed', 'working', 'finished')) as deleted from n cross join lateral (values ('provider:tenant')) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  elsif tg_op = 'UPDATE' then
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'providerOrder', id, bool_and(deleted) from (select n.tenant_id, s.scope, n.id, (n.is_deleted or n.share_state not in ('offered', 'accepted', 'planned', 'approving', 'confirmed', 'working', 'finished')) as deleted from n cross join lateral (values ('provider:tenant')) s(scope) where s.scope is not null union all select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('provider:tenant')) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  else
    insert into sync_change (tenant_id, scope_id, entity, entity_id, deleted)
    select tenant_id, scope, 'providerOrder', id, bool_and(deleted) from (select o.tenant_id, s.scope, o.id, true as deleted from o cross join lateral (values ('provider:tenant')) s(scope) where s.scope is not null) c group by 1, 2, 4 order by 2, 4
    on conflict (tenant_id, scope_id, entity, entity_id) do update set xid = pg_current_xact_id(), seq = nextval('sync_seq'), deleted = excluded.deleted;
  end if;
  return null;
end $$;
create trigger provider_order_sync_insert after insert on provider_order referencing new table as n for each statement execute function provider_order_sync();
create trigger provider_order_sync_update after update on provider_order referencing new table as n old table as o for each statement execute function provider_order_sync();
create trigger provider_order_sync_delete after delete on provider_order referencing old table as o for each statement execute function provider_order_sync();
alter table provider_order no force row level security;
alter table sync_change no force row level security;
update provider_order set order_no = order_no where not is_deleted and share_state in ('offered', 'accepted', 'planned', 'approving', 'confirmed', 'working', 'finished');
alter table provider_order force row level security;
alter table sync_change force row level security;

-- Pictures of messages; the files lie on the order of each side.
alter table order_message add column photos uuid[];
