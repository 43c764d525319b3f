-- Sensors of devices: models, bindings, credentials, raw readings in days, and what devices do and use, rolled up from them.
create table sensor_model (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  model_name text not null,
  sensor_kind text not null,
  maker text,
  report_seconds integer,
  time_path text,
  remark text,
  search text generated always as (search_form(coalesce(model_name, '') || '|' || coalesce(maker, '')) || pinyin_form(coalesce(model_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index sensor_model_model_name_once on sensor_model (tenant_id, model_name) where not is_deleted;
select enable_tenant_table('sensor_model', 'sensorModel', '', 'model_name');

create table sensor_metric (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  model_id uuid not null,
  place integer not null,
  quantity text not null,
  json_path text not null,
  unit text,
  factor numeric(16,6),
  addend numeric(16,6),
  primary key (tenant_id, id)
);
alter table sensor_metric add constraint sensor_metric_model_id_fk foreign key (tenant_id, model_id) references sensor_model (tenant_id, id);
create index sensor_metric_model_id on sensor_metric (tenant_id, model_id);
select enable_tenant_table('sensor_metric', 'sensorMetric', '');

create table sensor_config (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  sensor_code text not null,
  sensor_kind text not null,
  model_id uuid,
  report_seconds integer,
  bind_state text not null,
  device_id uuid,
  live_state text not null,
  last_seen timestamp with time zone,
  battery numeric(16,1),
  remark text,
  search text generated always as (search_form(coalesce(sensor_code, ''))) stored,
  primary key (tenant_id, id)
);
create unique index sensor_config_sensor_code_once on sensor_config (tenant_id, sensor_code) where not is_deleted;
alter table sensor_config add constraint sensor_config_model_id_fk foreign key (tenant_id, model_id) references sensor_model (tenant_id, id);
create index sensor_config_model_id on sensor_config (tenant_id, model_id);
alter table sensor_config add constraint sensor_config_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index sensor_config_device_id on sensor_config (tenant_id, device_id);
select enable_tenant_table('sensor_config', 'sensorConfig', '', 'sensor_code');

create table sensor_binding (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  sensor_code text not null,
  sensor_id uuid not null,
  sensor_kind text not null,
  device_id uuid not null,
  bound_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  end_reason text,
  search text generated always as (search_form(coalesce(sensor_code, ''))) stored,
  primary key (tenant_id, id)
);
alter table sensor_binding add constraint sensor_binding_sensor_id_fk foreign key (tenant_id, sensor_id) references sensor_config (tenant_id, id);
create index sensor_binding_sensor_id on sensor_binding (tenant_id, sensor_id);
alter table sensor_binding add constraint sensor_binding_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index sensor_binding_device_id on sensor_binding (tenant_id, device_id);
select enable_tenant_table('sensor_binding', 'sensorBinding', '');

create table sensor_credential (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  credential_name text not null,
  credential_state text not null,
  sensor_id uuid,
  revoked_at timestamp with time zone,
  search text generated always as (search_form(coalesce(credential_name, '')) || pinyin_form(coalesce(credential_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table sensor_credential add constraint sensor_credential_sensor_id_fk foreign key (tenant_id, sensor_id) references sensor_config (tenant_id, id);
create index sensor_credential_sensor_id on sensor_credential (tenant_id, sensor_id);
select enable_tenant_table('sensor_credential', 'sensorCredential', '');

create table sensor_dead_letter (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  sensor_code text not null,
  day date not null,
  rejection text not null,
  message_count integer not null,
  last_at timestamp with time zone not null,
  sample text,
  search text generated always as (search_form(coalesce(sensor_code, ''))) stored,
  primary key (tenant_id, id)
);

select enable_tenant_table('sensor_dead_letter', 'sensorDeadLetter', '');

create table device_range (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  range_name text not null,
  device_id uuid not null,
  standby_from numeric(16,2) not null,
  running_from numeric(16,2) not null,
  primary key (tenant_id, id)
);
alter table device_range add constraint device_range_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create unique index device_range_device_id on device_range (tenant_id, device_id);
select enable_tenant_table('device_range', 'deviceRange', '');

create table device_sec_day (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  day_title text not null,
  device_id uuid not null,
  day date not null,
  use_dept_id uuid,
  running_seconds integer not null,
  standby_seconds integer not null,
  off_seconds integer not null,
  kwh numeric(16,6) not null,
  peak_watts numeric(16,2),
  starts integer not null,
  first_on timestamp with time zone,
  last_off timestamp with time zone,
  is_manual smallint,
  remark text,
  search text generated always as (search_form(coalesce(day_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_sec_day add constraint device_sec_day_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_sec_day_device_id on device_sec_day (tenant_id, device_id);
alter table device_sec_day add constraint device_sec_day_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index device_sec_day_use_dept_id on device_sec_day (tenant_id, use_dept_id);
select enable_tenant_table('device_sec_day', 'deviceSecDay', '');

create table device_sec_month (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  month_title text not null,
  device_id uuid not null,
  month date not null,
  day_count integer not null,
  running_seconds integer not null,
  standby_seconds integer not null,
  off_seconds integer not null,
  kwh numeric(16,6) not null,
  peak_watts numeric(16,2),
  starts integer not null,
  first_on timestamp with time zone,
  last_off timestamp with time zone,
  search text generated always as (search_form(coalesce(month_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_sec_month add constraint device_sec_month_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_sec_month_device_id on device_sec_month (tenant_id, device_id);
select enable_tenant_table('device_sec_month', 'deviceSecMonth', '');
create table device_fence (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  fence_name text not null,
  device_id uuid not null,
  lat numeric(16,6) not null,
  lng numeric(16,6) not null,
  radius_meters integer not null,
  fence_state text,
  search text generated always as (search_form(coalesce(fence_name, '')) || pinyin_form(coalesce(fence_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table device_fence add constraint device_fence_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index device_fence_device_id on device_fence (tenant_id, device_id);
select enable_tenant_table('device_fence', 'deviceFence', '', 'fence_name');

-- A sensor hangs on one device at a time; a device has one power sensor, so that no energy counts twice.
create unique index sensor_binding_open_once on sensor_binding (tenant_id, sensor_id) where ended_at is null;
create unique index sensor_binding_power_once on sensor_binding (tenant_id, device_id) where ended_at is null and sensor_kind = 'power';
alter table sensor_binding add constraint sensor_binding_order check (ended_at is null or ended_at >= bound_at);
create index sensor_binding_times on sensor_binding (tenant_id, sensor_id, bound_at);
alter table sensor_credential add column secret_hash bytea not null;
create unique index sensor_dead_letter_once on sensor_dead_letter (tenant_id, day, rejection, sensor_code);
create index sensor_dead_letter_last on sensor_dead_letter (tenant_id, last_at desc, id desc);
create unique index device_sec_day_once on device_sec_day (tenant_id, device_id, day);
create index device_sec_day_day on device_sec_day (tenant_id, day);
create unique index device_sec_month_once on device_sec_month (tenant_id, device_id, month);
create index device_sec_month_month on device_sec_month (tenant_id, month);

-- Raw readings lie in days, so that what is old goes as a whole table. The days stand in a schema of their own, in which only the owner has
-- rights; everything is read and written through the one table.
create schema if not exists reading_days;
create table sensor_reading (
  tenant_id text collate "C" not null, sensor_id uuid not null, ts timestamp with time zone not null,
  received_at timestamp with time zone not null default now(),
  watts numeric(12,2), kwh numeric(16,6),
  temperature real, humidity real, lat double precision, lng double precision, battery real, contact smallint, pressure real, gas real,
  primary key (tenant_id, sensor_id, ts)
) partition by range (ts);
alter table sensor_reading enable row level security;
alter table sensor_reading force row level security;
create policy tenant on sensor_reading using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
-- Readings of days without a table, such as those of a sensor that was offline for weeks.
create table reading_days.sensor_reading_rest partition of sensor_reading default;
alter table reading_days.sensor_reading_rest enable row level security;
alter table reading_days.sensor_reading_rest force row level security;
create policy tenant on reading_days.sensor_reading_rest using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Makes the table of a day. Answers whether it is there: readings of the day that came before it keep it away.
create function make_reading_day(at timestamp with time zone) returns boolean language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  since timestamp with time zone := date_trunc('day', at, 'UTC');
  name text := format('sensor_reading_%s', to_char(since at time zone 'UTC', 'YYYY_MM_DD'));
begin
  if to_regclass(format('reading_days.%I', name)) is not null then return true; end if;
  execute format('create table reading_days.%I (like public.sensor_reading including defaults)', name);
  execute format('alter table reading_days.%I enable row level security', name);
  execute format('alter table reading_days.%I force row level security', name);
  execute format('create policy tenant on reading_days.%I using (tenant_id = (select nullif(current_setting(''app.tenant'', true), '''')))', name);
  execute format('alter table public.sensor_reading attach partition reading_days.%I for values from (%L) to (%L)', name, since, since + interval '1 day');
  return true;
exception when check_violation or invalid_object_definition then
  return false;
end $$;

-- Makes the tables up to a week ahead; with a number of days, drops those that ended that long ago. Runs as the owner, reads no row for anyone.
create function keep_reading_days(days integer) returns integer language plpgsql security definer
set search_path = pg_catalog, pg_temp set lock_timeout = '5s' as $$
declare
  old record;
  dropped integer := 0;
begin
  if days < 1 then raise exception 'readings are kept for a day' using errcode = 'insufficient_privilege'; end if;
  perform pg_advisory_xact_lock(hashtextextended('reading days', 0));
  for ahead in -1..7 loop
    perform public.make_reading_day(date_trunc('day', now(), 'UTC') + make_interval(days => ahead));
  end loop;
  for old in select c.relname as name, substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \(''([^'']+)''\)')::timestamp with time zone as until
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'public.sensor_reading'::regclass loop
    if old.until <= now() - make_interval(days => days) then
      execute format('drop table reading_days.%I', old.name);
      dropped := dropped + 1;
    end if;
  end loop;
  return dropped;
end $$;
grant usage on schema reading_days to public;
revoke execute on function make_reading_day(timestamp with time zone) from public;
select keep_reading_days(null);
revoke execute on function keep_reading_days(integer) from public;

-- The newest reading of each sensor, apart from its row, which people edit.
create table sensor_seen (
  tenant_id text collate "C" not null, sensor_id uuid not null, ts timestamp with time zone,
  watts numeric(12,2), battery real, lat double precision, lng double precision,
  primary key (tenant_id, sensor_id)
) with (fillfactor = 70);
alter table sensor_seen add constraint sensor_seen_sensor_id_fk foreign key (tenant_id, sensor_id) references sensor_config (tenant_id, id);
alter table sensor_seen enable row level security;
alter table sensor_seen force row level security;
create policy tenant on sensor_seen using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Days of a sensor that have changed and are to be rolled up. Only added and deleted, so that readings never wait for a roll-up.
create table sensor_mark (
  tenant_id text collate "C" not null, id bigint generated always as identity, sensor_id uuid not null, day date not null,
  primary key (tenant_id, id)
);
alter table sensor_mark enable row level security;
alter table sensor_mark force row level security;
create policy tenant on sensor_mark using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- What a device did in ten minutes, by the sensor that told so.
create table device_sec_ten (
  tenant_id text collate "C" not null, device_id uuid not null, at timestamp with time zone not null, sensor_id uuid not null,
  running_seconds integer not null, standby_seconds integer not null, off_seconds integer not null,
  kwh numeric(16,6) not null, peak_watts numeric(16,2), starts integer not null, first_on timestamp with time zone, last_off timestamp with time zone,
  primary key (tenant_id, device_id, at, sensor_id)
);
create index device_sec_ten_sensor on device_sec_ten (tenant_id, sensor_id, at);
alter table device_sec_ten add constraint device_sec_ten_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
alter table device_sec_ten enable row level security;
alter table device_sec_ten force row level security;
create policy tenant on device_sec_ten using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- The tables that a hospital has many of.
do $$ begin
  execute replace(pg_get_functiondef('gather_statistics(text)'::regprocedure), $a$'work_day'$a$,
    $a$'work_day', 'sensor_config', 'sensor_binding', 'device_sec_day', 'device_sec_month'$a$);
end $$;
