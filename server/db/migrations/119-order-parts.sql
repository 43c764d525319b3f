-- Parts used in maintenance, priced as those of repairs are; pieces are reserved for orders of both and given back from them.
create table maintain_part (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  maintenance_id uuid not null,
  stock_part_id uuid,
  part_name text not null,
  quantity integer not null,
  unit_price numeric(16,2),
  amount numeric(16,2),
  search text generated always as (search_form(coalesce(part_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table maintain_part add constraint maintain_part_maintenance_id_fk foreign key (tenant_id, maintenance_id) references maintain_order (tenant_id, id);
create index maintain_part_maintenance_id on maintain_part (tenant_id, maintenance_id);
alter table maintain_part add constraint maintain_part_stock_part_id_fk foreign key (tenant_id, stock_part_id) references device_part (tenant_id, id);
create index maintain_part_stock_part_id on maintain_part (tenant_id, stock_part_id);
select enable_tenant_table('maintain_part', 'maintainPart', '');

alter table part_reservation add column repair_id uuid, add column maintenance_id uuid;
alter table part_reservation add constraint part_reservation_repair_id_fk foreign key (tenant_id, repair_id) references repair_order (tenant_id, id);
create index part_reservation_repair_id on part_reservation (tenant_id, repair_id);
alter table part_reservation add constraint part_reservation_maintenance_id_fk foreign key (tenant_id, maintenance_id) references maintain_order (tenant_id, id);
create index part_reservation_maintenance_id on part_reservation (tenant_id, maintenance_id);
alter table part_reservation add constraint part_reservation_one_order check (repair_id is null or maintenance_id is null);

alter table part_movement add column maintenance_id uuid;
alter table part_movement add constraint part_movement_maintenance_id_fk foreign key (tenant_id, maintenance_id) references maintain_order (tenant_id, id);
create index part_movement_maintenance_id on part_movement (tenant_id, maintenance_id);

-- What was written down as the cost of maintenance is what it cost in all; labour and parts are told apart from now on.
alter table maintain_order add column labour_cost numeric(16,2), add column parts_cost numeric(16,2), add column total_cost numeric(16,2);
alter table maintain_order no force row level security;
alter table maintain_order disable trigger user;
update maintain_order set total_cost = cost where cost is not null;
alter table maintain_order enable trigger user;
alter table maintain_order force row level security;

create or replace function device_part_value() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.stock_value := coalesce(new.stock_value, round(new.quantity * new.unit_price, 2));
  elsif coalesce(current_setting('app.stock_cause', true), '') ~ '^(entry|repair|maintenance|return) ' then
    null;
  elsif new.unit_price is distinct from old.unit_price then
    new.stock_value := round(new.quantity * new.unit_price, 2);
  elsif new.quantity <> old.quantity then
    new.stock_value := case when old.quantity = 0 then round(new.quantity * new.unit_price, 2)
      else old.stock_value - round(old.stock_value * (old.quantity - new.quantity) / old.quantity, 2) end;
  end if;
  if new.stock_value is not null then
    if new.quantity = 0 then new.stock_value := 0;
    else new.unit_price := round(new.stock_value / new.quantity, 2);
    end if;
  end if;
  return new;
end $$;

-- The cause names its kind, its record, and for what is given back the link that the record has in a movement.
create or replace function device_part_moved() returns trigger language plpgsql as $$
declare
  before integer := 0;
  after integer := case when new.is_deleted then 0 else new.quantity end;
  worth numeric := case when new.is_deleted then 0 else new.stock_value end;
  cause text := nullif(current_setting('app.stock_cause', true), '');
  kind text := coalesce(split_part(cause, ' ', 1), 'adjust');
  link text := case when kind = 'return' then split_part(cause, ' ', 3) else kind end;
begin
  if tg_op = 'UPDATE' then
    before := case when old.is_deleted then 0 else old.quantity end;
    worth := worth - case when old.is_deleted then 0 else coalesce(old.stock_value, 0) end;
  end if;
  if after = before then return null; end if;
  insert into public.part_movement (tenant_id, id, created_by, updated_by, item_name, part_id, movement_kind, quantity, balance, amount, entry_id, repair_id, maintenance_id)
  values (new.tenant_id, gen_random_uuid(), new.updated_by, new.updated_by, new.part_name, new.id, kind, after - before, after, worth,
    case link when 'entry' then split_part(cause, ' ', 2)::uuid end, case link when 'repair' then split_part(cause, ' ', 2)::uuid end,
    case link when 'maintenance' then split_part(cause, ' ', 2)::uuid end);
  return null;
end $$;

-- What open plans still bring of a part in stock, and from that what is to be ordered: up to twice the minimum.
alter table purchase_plan_line add column stock_part_id uuid;
alter table purchase_plan_line add constraint purchase_plan_line_stock_part_id_fk foreign key (tenant_id, stock_part_id) references device_part (tenant_id, id);
create index purchase_plan_line_stock_part_id on purchase_plan_line (tenant_id, stock_part_id);
alter table device_part add column ordered integer;
alter table device_part add column reorder text generated always as (case
  when minimum is null or minimum < 1 or quantity - coalesce(reserved, 0) > minimum then 'none'
  when quantity - coalesce(reserved, 0) + coalesce(ordered, 0) > minimum then 'ordered' else 'due' end) stored;
alter table device_part add column suggested integer generated always as (case
  when minimum >= 1 and quantity - coalesce(reserved, 0) + coalesce(ordered, 0) <= minimum
  then 2 * minimum - quantity + coalesce(reserved, 0) - coalesce(ordered, 0) end) stored;
create index device_part_reorder on device_part (tenant_id, reorder) where reorder <> 'none' and not is_deleted;

create function count_ordered(tenant text, parts uuid[]) returns void language plpgsql as $$
begin
  perform 1 from public.device_part where tenant_id = tenant and id = any(parts) order by id for no key update;
  update public.device_part p set ordered = n.pieces
  from (select u.id, (select nullif(sum(greatest(0, w.planned - w.received)), 0)::int from (
      select l.plan_id, sum(l.quantity) as planned, coalesce((select sum(b.quantity) from public.warehouse_entry_line b
        join public.warehouse_entry e on e.tenant_id = b.tenant_id and e.id = b.entry_id
        where e.tenant_id = tenant and e.plan_id = l.plan_id and e.entry_status = 'done' and not e.is_deleted and b.line_kind = 'part' and b.stock_part_id = u.id), 0) as received
      from public.purchase_plan_line l join public.purchase_plan o on o.tenant_id = l.tenant_id and o.id = l.plan_id
      where l.tenant_id = tenant and l.stock_part_id = u.id and o.plan_status in ('draft', 'approved') and not o.is_deleted group by l.plan_id) w) as pieces
    from unnest(parts) u(id)) n
  where p.tenant_id = tenant and p.id = n.id and p.ordered is distinct from n.pieces;
end $$;

create function plan_line_ordered() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.stock_part_id is not null then perform count_ordered(old.tenant_id, array[old.stock_part_id]); end if;
  if tg_op <> 'DELETE' and new.stock_part_id is not null then perform count_ordered(new.tenant_id, array[new.stock_part_id]); end if;
  return null;
end $$;
create trigger plan_line_ordered after insert or delete or update of stock_part_id, quantity, plan_id on purchase_plan_line
  for each row execute function plan_line_ordered();

create function plan_ordered() returns trigger language plpgsql as $$
begin
  perform count_ordered(new.tenant_id, array(select distinct l.stock_part_id from public.purchase_plan_line l
    where l.tenant_id = new.tenant_id and l.plan_id = new.id and l.stock_part_id is not null));
  return null;
end $$;
create trigger plan_ordered after update on purchase_plan for each row
  when (old.plan_status is distinct from new.plan_status or old.is_deleted <> new.is_deleted) execute function plan_ordered();

create function entry_ordered() returns trigger language plpgsql as $$
begin
  perform count_ordered(new.tenant_id, array(select distinct l.stock_part_id from public.warehouse_entry_line l
    where l.tenant_id = new.tenant_id and l.entry_id = new.id and l.stock_part_id is not null));
  return null;
end $$;
create trigger entry_ordered after update on warehouse_entry for each row
  when (new.plan_id is not null and old.entry_status is distinct from new.entry_status) execute function entry_ordered();
