-- The code of a sensor is found in every writing, as it is scanned. Topics keep the code as it was given, so that index stays.
alter table sensor_config add column sensor_code_key text generated always as (code_key(sensor_code)) stored;
drop index sensor_config_sensor_code_once;
create index sensor_config_sensor_code on sensor_config (tenant_id, sensor_code) where not is_deleted;

-- Codes that are alike by now stay as they are: all but the first are left out of the index, and administrators are told.
do $$ declare
  one text;
  found text[];
  later_ids text[] := '{}';
  alike record;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one, true);
    select array_agg(id::text) into found from (select id, row_number() over (partition by sensor_code_key order by created_at, id) as n from sensor_config
      where tenant_id = one and not is_deleted) r where n > 1;
    if found is null then continue; end if;
    later_ids := later_ids || found;
    select count(*) as n, string_agg(codes, '；' order by key) as list into alike from (select sensor_code_key as key, string_agg(sensor_code, '、' order by created_at, id) as codes
      from sensor_config where tenant_id = one and not is_deleted group by 1 having count(*) > 1) r;
    insert into notice (tenant_id, id, kind, subject, detail, user_id, is_read, sent_at)
    select one, gen_random_uuid(), 'codes_alike', '有 ' || alike.n || ' 组编码只差大小写、全半角或空格',
      case when length(alike.list) > 480 then '传感器编号：' || left(alike.list, 479) || '…' else '传感器编号：' || alike.list end, u.id, 0, now()
    from app_user u where u.tenant_id = one and not u.is_deleted and exists (select from user_role h
      join role r on r.tenant_id = h.tenant_id and r.id = h.role_id where h.tenant_id = u.tenant_id and h.user_id = u.id and r.default_key = 'administrator');
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
  execute format('create unique index sensor_config_sensor_code_once on sensor_config (tenant_id, sensor_code_key) where not is_deleted%s',
    case when later_ids = '{}' then '' else format(' and id <> all (%L::uuid[])', later_ids::text) end);
  if later_ids <> '{}' then create index sensor_config_sensor_code_alike on sensor_config (tenant_id, sensor_code_key) where not is_deleted; end if;
end $$;

-- What the energy of each band cost. The cost of a day is rounded once; each band has what its energy adds to the rounded cost of those before it.
alter table device_sec_day add column sharp_cost numeric(16,4), add column peak_cost numeric(16,4),
  add column flat_cost numeric(16,4), add column valley_cost numeric(16,4);
alter table device_sec_month add column sharp_cost numeric(16,4), add column peak_cost numeric(16,4),
  add column flat_cost numeric(16,4), add column valley_cost numeric(16,4);

do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one, true);
    update device_sec_day o set sharp_cost = n.a, peak_cost = n.b - n.a, flat_cost = n.c - n.b, valley_cost = n.d - n.c from (
      select d.id, round(d.sharp_kwh * coalesce(f.sharp_price, 0), 4) as a,
        round(d.sharp_kwh * coalesce(f.sharp_price, 0) + d.peak_kwh * coalesce(f.peak_price, 0), 4) as b,
        round(d.sharp_kwh * coalesce(f.sharp_price, 0) + d.peak_kwh * coalesce(f.peak_price, 0) + d.flat_kwh * f.flat_price, 4) as c,
        round(d.sharp_kwh * coalesce(f.sharp_price, 0) + d.peak_kwh * coalesce(f.peak_price, 0) + d.flat_kwh * f.flat_price
          + d.valley_kwh * coalesce(f.valley_price, 0), 4) as d
      from device_sec_day d join lateral (select w.* from energy_tariff w where w.tenant_id = one and not w.is_deleted and w.valid_from <= d.day
        order by w.valid_from desc limit 1) f on true
      where d.tenant_id = one and d.energy_cost is not null) n
    where o.tenant_id = one and o.id = n.id and o.energy_cost = n.d;
    -- A day whose prices are no longer known: all of its cost stands in the flat band.
    update device_sec_day set sharp_cost = 0, peak_cost = 0, flat_cost = energy_cost, valley_cost = 0
    where tenant_id = one and energy_cost is not null and flat_cost is null;
    update device_sec_month o set (energy_cost, sharp_cost, peak_cost, flat_cost, valley_cost) = (
      select sum(d.energy_cost), sum(d.sharp_cost), sum(d.peak_cost), sum(d.flat_cost), sum(d.valley_cost) from device_sec_day d
      where d.tenant_id = one and d.device_id = o.device_id and d.day >= o.month and d.day < o.month + interval '1 month')
    where o.tenant_id = one;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;

-- The bands are the whole.
alter table device_sec_day add constraint device_sec_day_band_costs
  check (energy_cost is not distinct from sharp_cost + peak_cost + flat_cost + valley_cost);
alter table device_sec_month add constraint device_sec_month_band_costs
  check (energy_cost is not distinct from sharp_cost + peak_cost + flat_cost + valley_cost);
