-- Stops of devices, one row each, and their kinds on the card.
create table device_stop (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  stop_no text not null,
  device_id uuid not null,
  stop_kind text not null,
  cause text,
  reason text,
  certificate_no text,
  valid_until date,
  measure_record_id uuid,
  since timestamp with time zone not null,
  placed_by_id uuid,
  lifted_at timestamp with time zone,
  lifted_by_id uuid,
  lift_reason text,
  search text generated always as (lower(coalesce(stop_no, '') || '|' || coalesce(reason, '') || '|' || coalesce(certificate_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index device_stop_stop_no_once on device_stop (tenant_id, stop_no);
alter table device_stop add constraint device_stop_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_stop_device_id on device_stop (tenant_id, device_id);
alter table device_stop add constraint device_stop_measure_record_id_fk foreign key (tenant_id, measure_record_id) references measure_record (tenant_id, id);
create index device_stop_measure_record_id on device_stop (tenant_id, measure_record_id);
alter table device_stop add constraint device_stop_placed_by_id_fk foreign key (tenant_id, placed_by_id) references app_user (tenant_id, id);
create index device_stop_placed_by_id on device_stop (tenant_id, placed_by_id);
alter table device_stop add constraint device_stop_lifted_by_id_fk foreign key (tenant_id, lifted_by_id) references app_user (tenant_id, id);
create index device_stop_lifted_by_id on device_stop (tenant_id, lifted_by_id);
select fence_table('device_stop', 'deviceStop', '');
-- A device has one open stop of a kind.
create unique index device_stop_open on device_stop (tenant_id, device_id, stop_kind) where lifted_at is null;
create index device_stop_since on device_stop (tenant_id, since desc, id desc);

alter table device add column stop_kinds text[];

-- Devices that metrology took out of use. Those whose label says stopped without it are stopped by the next run of the timed job.
do $$ declare
  one record;
  before text := current_setting('app.tenant', true);
  rule text := 'TY-' || extract(year from now() at time zone 'Asia/Shanghai') || '-';
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one.id, true);
    insert into device_stop (tenant_id, id, stop_no, device_id, stop_kind, cause, certificate_no, valid_until, since)
      select c.tenant_id, gen_random_uuid(), rule || lpad(row_number() over (order by c.updated_at, c.id)::text, 6, '0'), c.device_id, 'metrology',
        case when c.last_result = 'failed' then 'failed' else 'expired' end, c.certificate_no, c.valid_until, c.updated_at
      from measure_card c where c.tenant_id = one.id and c.has_stopped = 1 and not c.is_deleted;
    insert into number_counter (tenant_id, key, value)
      select one.id, 'deviceStop ' || rule || '000000', count(*) from device_stop where tenant_id = one.id having count(*) > 0;
    update device d set stop_kinds = array['metrology'], version = d.version + 1 from device_stop s
      where d.tenant_id = one.id and s.tenant_id = one.id and s.device_id = d.id;
    -- The step that lifts a stop takes back the newest step of the card; a card that went on to another state since keeps that one.
    insert into audit_event (tenant_id, id, entity, entity_id, verb, field, from_state, to_state, version, by_rule)
      select d.tenant_id, gen_random_uuid(), 'device', d.id, 'stopUse', 'eamStatus', e.from_state, 'idle', d.version, 'measurePosting'
      from device d join lateral (select e.verb, e.from_state from audit_event e
          where e.tenant_id = one.id and e.entity = 'device' and e.entity_id = d.id and e.field = 'eamStatus' and e.undoes is null
            and not exists (select 1 from audit_event u where u.tenant_id = e.tenant_id and u.undoes = e.id)
          order by e.version desc nulls last, e.id desc limit 1) e on e.verb = 'failMeasure'
      where d.tenant_id = one.id and d.eam_status = 'idle' and d.stop_kinds is not null;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
alter table measure_card drop column has_stopped;
