-- A device is covered from the day on which it joins a contract until it leaves, and may come back.
alter table contract_device add column joined_on date;

-- The devices that are there joined with the first day of their contract, those that were added later on the day they were added.
alter table contract_device disable trigger user;
do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one, true);
    update contract_device l set joined_on = case when k.contract_state <> 'draft' and l.created_at > k.signed_at
        then greatest(k.valid_from, (l.created_at at time zone interval '+08:00')::date) else k.valid_from end
      from service_contract k where l.tenant_id = one and k.tenant_id = l.tenant_id and k.id = l.contract_id;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
alter table contract_device enable trigger user;

create or replace function contract_cover(of_tenant text, of_device uuid, today date) returns date language sql stable as $$
  select max(k.valid_until) from public.contract_device l join public.service_contract k on k.tenant_id = l.tenant_id and k.id = l.contract_id
  where l.tenant_id = of_tenant and l.device_id = of_device and k.contract_state = 'active' and not k.is_deleted
    and k.valid_from <= today and k.valid_until >= today and coalesce(l.joined_on, k.valid_from) <= today and (l.left_on is null or l.left_on > today) $$;

create or replace function device_cover() returns trigger language plpgsql as $$
declare
  today date := coalesce(to_date(nullif(current_setting('app.cover_day', true), ''), 'YYYY-MM-DD'), (now() at time zone interval '+08:00')::date);
  until date;
  past date;
begin
  until := public.contract_cover(new.tenant_id, new.id, today);
  if until is not null then
    new.cover_state := 'contract';
    new.covered_until := greatest(until, new.warranty_end);
  elsif new.warranty_end >= today then
    new.cover_state := 'warranty';
    new.covered_until := new.warranty_end;
  else
    select max(least(coalesce(l.left_on - 1, k.valid_until), coalesce(k.ended_on - 1, k.valid_until))) into past from public.contract_device l join public.service_contract k on k.tenant_id = l.tenant_id and k.id = l.contract_id
    where l.tenant_id = new.tenant_id and l.device_id = new.id and k.contract_state <> 'draft' and not k.is_deleted and k.valid_from <= today
      and least(coalesce(l.left_on - 1, k.valid_until), coalesce(k.ended_on - 1, k.valid_until)) >= greatest(k.valid_from, l.joined_on);
    past := greatest(past, new.warranty_end);
    new.cover_state := case when past is not null then 'expired' end;
    new.covered_until := past;
  end if;
  return new;
end $$;

-- Maintenance whose day was told later.
alter table maintain_order add column is_supplement smallint;
