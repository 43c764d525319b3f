-- What energy costs: tariffs with bands of the day, the cost and CO2 of days and months, the maximum of meters, and thresholds from a day on.
create table energy_tariff (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  tariff_name text not null,
  valid_from date not null,
  sharp_price numeric(16,4),
  peak_price numeric(16,4),
  flat_price numeric(16,4) not null,
  valley_price numeric(16,4),
  co2_factor numeric(16,5),
  hour_count integer,
  remark text,
  search text generated always as (search_form(coalesce(tariff_name, '')) || pinyin_form(coalesce(tariff_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index energy_tariff_tariff_name_once on energy_tariff (tenant_id, tariff_name) where not is_deleted;
create unique index energy_tariff_valid_from_once on energy_tariff (tenant_id, valid_from) where not is_deleted;
select enable_tenant_table('energy_tariff', 'energyTariff', '', 'tariff_name');

create table tariff_hour (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  tariff_id uuid not null,
  place integer not null,
  band text not null,
  starts_at text not null,
  ends_at text not null,
  months text,
  primary key (tenant_id, id)
);
alter table tariff_hour add constraint tariff_hour_tariff_id_fk foreign key (tenant_id, tariff_id) references energy_tariff (tenant_id, id);
create index tariff_hour_tariff_id on tariff_hour (tenant_id, tariff_id);
select enable_tenant_table('tariff_hour', 'tariffHour', '');

-- The first letter of the band of each of the 144 ten minutes of a day, for the twelve months in a row; written with the lines.
alter table energy_tariff add column band_year text not null check (length(band_year) = 1728);

-- Days whose tariff has changed and are to be worked out again, in portions: what comes after `at_day` and `at_device` is still to be done.
create table energy_mark (
  tenant_id text collate "C" not null, id bigint generated always as identity, from_day date not null, until_day date,
  at_device uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (tenant_id, id)
);
alter table energy_mark enable row level security;
alter table energy_mark force row level security;
create policy tenant on energy_mark using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

alter table device_sec_day add column classify_id uuid, add column sharp_kwh numeric(16,6), add column peak_kwh numeric(16,6),
  add column flat_kwh numeric(16,6), add column valley_kwh numeric(16,6), add column energy_cost numeric(16,4), add column co2_kg numeric(16,4);
alter table device_sec_day add constraint device_sec_day_classify_id_fk foreign key (tenant_id, classify_id) references device_class (tenant_id, id);
create index device_sec_day_classify_id on device_sec_day (tenant_id, classify_id);
drop index device_sec_day_day;
create index device_sec_day_day on device_sec_day (tenant_id, day, device_id);
alter table device_sec_month add column sharp_kwh numeric(16,6), add column peak_kwh numeric(16,6),
  add column flat_kwh numeric(16,6), add column valley_kwh numeric(16,6), add column energy_cost numeric(16,4), add column co2_kg numeric(16,4);

alter table sensor_model add column meter_maximum numeric(16,3);
alter table sensor_config add column meter_maximum numeric(16,3);

-- Thresholds until now held for all days.
alter table device_range add column valid_from date not null default '2000-01-01';
alter table device_range alter column valid_from drop default;
drop index device_range_device_id;
create unique index device_range_device_id on device_range (tenant_id, device_id, valid_from);

do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one, true);
    update device_sec_day o set classify_id = d.classify_id from device d
      where o.tenant_id = one and d.tenant_id = one and d.id = o.device_id and d.classify_id is not null;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
