-- Service contracts: what a provider does for which devices, until when and for what price; and by what each device is covered.
create table service_contract (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  contract_no text not null,
  contract_state text not null,
  contract_name text not null,
  supplier_id uuid not null,
  contract_kind text not null,
  valid_from date not null,
  valid_until date not null,
  dept_id uuid,
  response_hours numeric(16,1),
  arrival_hours numeric(16,1),
  uptime_promise numeric(16,2),
  visits_a_year integer,
  contact text,
  contact_phone text,
  price numeric(16,2) not null,
  payment_terms text,
  files uuid[],
  remark text,
  device_count integer,
  instalment_count integer,
  instalment_total numeric(16,2),
  renews_id uuid,
  signed_by_id uuid,
  signed_at timestamp with time zone,
  ended_on date,
  end_reason text,
  search text generated always as (search_form(coalesce(contract_no, '') || '|' || coalesce(contract_name, '')) || pinyin_form(coalesce(contract_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index service_contract_contract_no_once on service_contract (tenant_id, contract_no) where not is_deleted;
alter table service_contract add constraint service_contract_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index service_contract_supplier_id on service_contract (tenant_id, supplier_id);
alter table service_contract add constraint service_contract_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index service_contract_dept_id on service_contract (tenant_id, dept_id);
alter table service_contract add constraint service_contract_renews_id_fk foreign key (tenant_id, renews_id) references service_contract (tenant_id, id);
create index service_contract_renews_id on service_contract (tenant_id, renews_id);
alter table service_contract add constraint service_contract_signed_by_id_fk foreign key (tenant_id, signed_by_id) references app_user (tenant_id, id);
create index service_contract_signed_by_id on service_contract (tenant_id, signed_by_id);
select enable_tenant_table('service_contract', 'serviceContract', 'dept_id, created_by', 'contract_no');

create table contract_device (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  contract_id uuid not null,
  place integer not null,
  device_id uuid not null,
  device_code text,
  supplier_id uuid,
  valid_from date,
  valid_until date,
  left_on date,
  left_reason text,
  remark text,
  search text generated always as (search_form(coalesce(device_code, ''))) stored,
  primary key (tenant_id, id)
);
alter table contract_device add constraint contract_device_contract_id_fk foreign key (tenant_id, contract_id) references service_contract (tenant_id, id);
create index contract_device_contract_id on contract_device (tenant_id, contract_id);
alter table contract_device add constraint contract_device_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index contract_device_device_id on contract_device (tenant_id, device_id);
alter table contract_device add constraint contract_device_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index contract_device_supplier_id on contract_device (tenant_id, supplier_id);
select enable_tenant_table('contract_device', 'contractDevice', '');

create table contract_instalment (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  contract_id uuid not null,
  place integer not null,
  instalment_name text not null,
  pay_state text not null,
  due_on date not null,
  share numeric(16,2),
  amount numeric(16,2),
  supplier_id uuid,
  paid_on date,
  invoice_no text,
  pay_note text,
  search text generated always as (search_form(coalesce(instalment_name, '') || '|' || coalesce(invoice_no, ''))) stored,
  primary key (tenant_id, id)
);
alter table contract_instalment add constraint contract_instalment_contract_id_fk foreign key (tenant_id, contract_id) references service_contract (tenant_id, id);
create index contract_instalment_contract_id on contract_instalment (tenant_id, contract_id);
alter table contract_instalment add constraint contract_instalment_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index contract_instalment_supplier_id on contract_instalment (tenant_id, supplier_id);
select enable_tenant_table('contract_instalment', 'contractInstalment', '');

-- What covers a device on a day, and the one contract that goes on after another.
create index contract_device_cover on contract_device (tenant_id, device_id, valid_until) where left_on is null;
create index service_contract_ends on service_contract (tenant_id, valid_until) where contract_state = 'active' and not is_deleted;
create unique index service_contract_renewed_once on service_contract (tenant_id, renews_id) where renews_id is not null and not is_deleted and contract_state <> 'terminated';
create index contract_instalment_due on contract_instalment (tenant_id, due_on) where pay_state = 'open';
alter table service_contract add constraint service_contract_period check (valid_until >= valid_from);

alter table device add column cover_state text, add column covered_until date;
create index device_cover_state on device (tenant_id, cover_state) where not is_deleted;

-- The last day on which contracts cover a device that they cover on a day.
create function contract_cover(of_tenant text, of_device uuid, today date) returns date language sql stable as $$
  select max(k.valid_until) from public.contract_device l join public.service_contract k on k.tenant_id = l.tenant_id and k.id = l.contract_id
  where l.tenant_id = of_tenant and l.device_id = of_device and k.contract_state = 'active' and not k.is_deleted
    and k.valid_from <= today and k.valid_until >= today and (l.left_on is null or l.left_on > today) $$;

-- By what a device is covered: a contract before the warranty, and whether it ever was. A timed run names its day.
create function device_cover() returns trigger language plpgsql as $$
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
      and least(coalesce(l.left_on - 1, k.valid_until), coalesce(k.ended_on - 1, k.valid_until)) >= k.valid_from;
    past := greatest(past, new.warranty_end);
    new.cover_state := case when past is not null then 'expired' end;
    new.covered_until := past;
  end if;
  return new;
end $$;
create trigger device_cover before insert or update of warranty_end on device for each row execute function device_cover();

-- Works out again what covers these devices, in the order of their ids.
create function cover_devices(of_tenant text, ids uuid[]) returns void language plpgsql as $$ begin
  perform 1 from public.device d where d.tenant_id = of_tenant and d.id = any(ids) order by d.id for no key update;
  update public.device d set warranty_end = d.warranty_end where d.tenant_id = of_tenant and d.id = any(ids);
end $$;

create function contract_covers() returns trigger language plpgsql as $$ begin
  perform public.cover_devices(new.tenant_id, array(select l.device_id from public.contract_device l where l.tenant_id = new.tenant_id and l.contract_id = new.id));
  return null;
end $$;
create trigger contract_covers after update on service_contract for each row when (old.contract_state is distinct from new.contract_state) execute function contract_covers();

create function contract_lines_cover() returns trigger language plpgsql as $$
declare
  of_tenant text;
  ids uuid[];
begin
  select l.tenant_id, array_agg(l.device_id) into of_tenant, ids from changed l join public.service_contract k on k.tenant_id = l.tenant_id and k.id = l.contract_id
    where k.contract_state = 'active' group by l.tenant_id;
  if ids is not null then perform public.cover_devices(of_tenant, ids); end if;
  return null;
end $$;
create trigger contract_lines_added after insert on contract_device referencing new table as changed for each statement execute function contract_lines_cover();
create trigger contract_lines_changed after update on contract_device referencing new table as changed for each statement execute function contract_lines_cover();

-- With a new day covers begin and end.
create function refresh_cover(of_tenant text, today date) returns void language plpgsql as $$ begin
  perform set_config('app.cover_day', today::text, true);
  perform public.cover_devices(of_tenant, array(
    select d.id from public.device d where d.tenant_id = of_tenant and d.cover_state in ('contract', 'warranty') and d.covered_until < today
    union select d.id from public.device d where d.tenant_id = of_tenant and d.cover_state = 'contract' and d.warranty_end = d.covered_until
      and public.contract_cover(d.tenant_id, d.id, today) is null
    union select d.id from (
        select l.device_id from public.contract_device l join public.service_contract k on k.tenant_id = l.tenant_id and k.id = l.contract_id
        where l.tenant_id = of_tenant and k.contract_state = 'active' and not k.is_deleted and k.valid_from <= today and k.valid_until >= today
          and (l.left_on is null or l.left_on > today)
        union select l.device_id from public.contract_device l where l.tenant_id = of_tenant and l.left_on <= today) named
      join public.device d on d.tenant_id = of_tenant and d.id = named.device_id
      cross join lateral public.contract_cover(of_tenant, d.id, today) as cover
      where case when cover is null then d.cover_state = 'contract'
        else d.cover_state is distinct from 'contract' or d.covered_until is distinct from greatest(cover, d.warranty_end) end));
  perform set_config('app.cover_day', '', true);
end $$;

-- The cards that are there, which no contract covers yet. Phones do not show it, so that nobody is told of it.
alter table device disable trigger user;
do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one, true);
    update device set cover_state = case when warranty_end >= (now() at time zone interval '+08:00')::date then 'warranty' else 'expired' end,
      covered_until = warranty_end where tenant_id = one and warranty_end is not null;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
alter table device enable trigger user;

-- What a repair was covered by when it was reported, and how its provider kept to the contract.
alter table repair_order add column cover_state text, add column cover_provider_id uuid, add column contract_id uuid,
  add column response_due timestamp with time zone, add column responded_at timestamp with time zone,
  add column response_result text generated always as (case when response_due is null then null
    when coalesce(responded_at, finished_at) is null then 'waiting' when coalesce(responded_at, finished_at) <= response_due then 'inTime' else 'late' end) stored,
  add column covered_charged smallint generated always as (case when cover_state in ('contract', 'warranty') then case when coalesce(total_cost, 0) <> 0 then 1 else 0 end end) stored;
alter table repair_order add constraint repair_order_cover_provider_id_fk foreign key (tenant_id, cover_provider_id) references supplier (tenant_id, id);
create index repair_order_cover_provider_id on repair_order (tenant_id, cover_provider_id);
alter table repair_order add constraint repair_order_contract_id_fk foreign key (tenant_id, contract_id) references service_contract (tenant_id, id);
create index repair_order_contract_id on repair_order (tenant_id, contract_id);

-- What providers charge. A supplier has a number once, and an order or an instalment is charged once.
create table service_invoice (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  invoice_no text not null,
  invoice_state text not null,
  supplier_id uuid not null,
  invoice_date date not null,
  amount numeric(16,2) not null,
  tax numeric(16,2),
  dept_id uuid,
  files uuid[],
  remark text,
  line_count integer,
  lines_total numeric(16,2),
  agreed_total numeric(16,2),
  difference numeric(16,2),
  difference_reason text,
  matched_by_id uuid,
  matched_at timestamp with time zone,
  approved_by_id uuid,
  approved_at timestamp with time zone,
  paid_on date,
  pay_note text,
  sent_back_reason text,
  search text generated always as (search_form(coalesce(invoice_no, ''))) stored,
  primary key (tenant_id, id)
);
alter table service_invoice add constraint service_invoice_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index service_invoice_supplier_id on service_invoice (tenant_id, supplier_id);
alter table service_invoice add constraint service_invoice_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index service_invoice_dept_id on service_invoice (tenant_id, dept_id);
alter table service_invoice add constraint service_invoice_matched_by_id_fk foreign key (tenant_id, matched_by_id) references app_user (tenant_id, id);
create index service_invoice_matched_by_id on service_invoice (tenant_id, matched_by_id);
alter table service_invoice add constraint service_invoice_approved_by_id_fk foreign key (tenant_id, approved_by_id) references app_user (tenant_id, id);
create index service_invoice_approved_by_id on service_invoice (tenant_id, approved_by_id);
select enable_tenant_table('service_invoice', 'serviceInvoice', 'dept_id, created_by', 'invoice_no');

create table service_invoice_line (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  invoice_id uuid not null,
  place integer not null,
  line_name text,
  repair_order_id uuid,
  maintain_order_id uuid,
  instalment_id uuid,
  amount numeric(16,2) not null,
  agreed_amount numeric(16,2),
  more_reason text,
  search text generated always as (search_form(coalesce(line_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table service_invoice_line add constraint service_invoice_line_invoice_id_fk foreign key (tenant_id, invoice_id) references service_invoice (tenant_id, id);
create index service_invoice_line_invoice_id on service_invoice_line (tenant_id, invoice_id);
alter table service_invoice_line add constraint service_invoice_line_repair_order_id_fk foreign key (tenant_id, repair_order_id) references repair_order (tenant_id, id);
create index service_invoice_line_repair_order_id on service_invoice_line (tenant_id, repair_order_id);
alter table service_invoice_line add constraint service_invoice_line_maintain_order_id_fk foreign key (tenant_id, maintain_order_id) references maintain_order (tenant_id, id);
create index service_invoice_line_maintain_order_id on service_invoice_line (tenant_id, maintain_order_id);
alter table service_invoice_line add constraint service_invoice_line_instalment_id_fk foreign key (tenant_id, instalment_id) references contract_instalment (tenant_id, id);
create index service_invoice_line_instalment_id on service_invoice_line (tenant_id, instalment_id);
select enable_tenant_table('service_invoice_line', 'serviceInvoiceLine', '');

create unique index service_invoice_number_once on service_invoice (tenant_id, supplier_id, upper(invoice_no)) where not is_deleted;
alter table service_invoice_line add constraint service_invoice_line_one_document check (num_nonnulls(repair_order_id, maintain_order_id, instalment_id) = 1);

-- They are filled by imports.
do $do$ begin
  execute replace(pg_get_functiondef('gather_statistics(text)'::regprocedure), $a$'sensor_config'$a$, $a$'sensor_config', 'service_contract', 'contract_device'$a$);
end $do$;
