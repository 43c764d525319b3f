-- Alarms of sensors, and the readings that are yet to be judged.
create table sensor_alarm (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  alarm_title text not null,
  alarm_state text not null,
  severity text not null,
  device_id uuid not null,
  sensor_id uuid not null,
  rule_id uuid not null,
  comparison text not null,
  quantity text,
  lower_limit numeric(16,2),
  upper_limit numeric(16,2),
  started_at timestamp with time zone not null,
  opened_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  peak numeric(16,2),
  closed_because text,
  response_state text not null,
  acknowledged_at timestamp with time zone,
  acknowledged_by_id uuid,
  reason text,
  escalated_at timestamp with time zone,
  repair_id uuid,
  list_order text not null,
  search text generated always as (search_form(coalesce(alarm_title, '')) || pinyin_form(coalesce(alarm_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table sensor_alarm add constraint sensor_alarm_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index sensor_alarm_device_id on sensor_alarm (tenant_id, device_id);
alter table sensor_alarm add constraint sensor_alarm_sensor_id_fk foreign key (tenant_id, sensor_id) references sensor_config (tenant_id, id);
create index sensor_alarm_sensor_id on sensor_alarm (tenant_id, sensor_id);
alter table sensor_alarm add constraint sensor_alarm_rule_id_fk foreign key (tenant_id, rule_id) references alarm_rule (tenant_id, id);
create index sensor_alarm_rule_id on sensor_alarm (tenant_id, rule_id);
alter table sensor_alarm add constraint sensor_alarm_acknowledged_by_id_fk foreign key (tenant_id, acknowledged_by_id) references app_user (tenant_id, id);
create index sensor_alarm_acknowledged_by_id on sensor_alarm (tenant_id, acknowledged_by_id);
alter table sensor_alarm add constraint sensor_alarm_repair_id_fk foreign key (tenant_id, repair_id) references repair_order (tenant_id, id);
create index sensor_alarm_repair_id on sensor_alarm (tenant_id, repair_id);
select enable_tenant_table('sensor_alarm', 'sensorAlarm', '');


-- One open alarm for a rule and a sensor, however many processes judge at once.
create unique index sensor_alarm_open_once on sensor_alarm (tenant_id, rule_id, sensor_id) where alarm_state <> 'closed';
alter table sensor_alarm add constraint sensor_alarm_order check (ended_at is null or ended_at >= started_at);
alter table sensor_alarm add constraint sensor_alarm_ended check ((alarm_state = 'closed') = (ended_at is not null));
create index sensor_alarm_times on sensor_alarm (tenant_id, rule_id, sensor_id, ended_at);
create index sensor_alarm_newest on sensor_alarm (tenant_id, list_order desc, id);
-- The newest reading that broke the rule: readings before it no longer end the alarm.
alter table sensor_alarm add column last_at timestamp with time zone not null;
-- A repair is to be reported for it, in a transaction of its own.
alter table sensor_alarm add column wants_repair boolean not null default false;

-- Stretches of new readings. Only added and deleted, so that readings never wait for a judgement.
create table alarm_mark (
  tenant_id text collate "C" not null, id bigint generated always as identity, sensor_id uuid not null,
  first_at timestamp with time zone not null, last_at timestamp with time zone not null,
  primary key (tenant_id, id)
);
alter table alarm_mark enable row level security;
alter table alarm_mark force row level security;
create policy tenant on alarm_mark using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

do $$ begin
  execute replace(pg_get_functiondef('gather_statistics(text)'::regprocedure), $a$'sensor_config'$a$, $a$'sensor_config', 'sensor_alarm'$a$);
end $$;
