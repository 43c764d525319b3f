-- How a call outside working hours was answered, kept beside the repair that it was about.
alter table repair_order add column on_call_rota_id uuid, add column on_call_person_id uuid,
  add column called_at timestamp with time zone, add column call_due timestamp with time zone, add column call_answered_at timestamp with time zone,
  add column call_result text generated always as (case when called_at is null then null
    when call_answered_at is not null then case when call_answered_at <= call_due then 'inTime' else 'late' end
    when repair_status <> 'cancelled' then 'waiting' end) stored;
alter table repair_order add constraint repair_order_on_call_rota_id_fk foreign key (tenant_id, on_call_rota_id) references on_call_rota (tenant_id, id);
create index repair_order_on_call_rota_id on repair_order (tenant_id, on_call_rota_id);
alter table repair_order add constraint repair_order_on_call_person_id_fk foreign key (tenant_id, on_call_person_id) references app_user (tenant_id, id);
create index repair_order_on_call_person_id on repair_order (tenant_id, on_call_person_id);
create index repair_order_called_at on repair_order (tenant_id, called_at) where called_at is not null;

-- A call is answered once someone is in charge, by any step. An acknowledgement counts from its own time, which a phone may send later.
create function repair_order_call_answered() returns trigger language plpgsql as $$ begin
  new.call_answered_at := greatest(new.called_at, case when new.accepted_at is distinct from old.accepted_at then new.accepted_at else now() end);
  return new;
end $$;
create trigger repair_order_call_answered before update on repair_order for each row
  when (new.called_at is not null and old.called_at is not null and new.call_answered_at is null and new.repair_status <> 'cancelled'
    and (new.engineer_id is not null or new.repair_status not in ('reported', 'assigned')))
  execute function repair_order_call_answered();

-- Calls before this version, with the usual time to answer. Phones do not show it, so that no one is told of it.
alter table repair_order no force row level security;
alter table on_call_alert no force row level security;
alter table repair_order disable trigger user;
update repair_order o set called_at = a.began_at, on_call_rota_id = a.rota_id, on_call_person_id = a.told[1], call_due = a.began_at + interval '15 minutes',
    call_answered_at = case when o.engineer_id is not null or o.repair_status not in ('reported', 'assigned', 'cancelled')
      then greatest(a.began_at, coalesce(o.accepted_at, o.updated_at)) end
  from on_call_alert a where a.tenant_id = o.tenant_id and a.repair_id = o.id;
alter table repair_order enable trigger user;
alter table on_call_alert force row level security;
alter table repair_order force row level security;
