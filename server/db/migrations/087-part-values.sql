-- What the pieces of a part in stock are worth: moving average. Each movement and each part used in a repair keeps its exact amount.
alter table device_part add column stock_value numeric(16,2);
alter table part_movement add column amount numeric(16,2);
alter table repair_part add column amount numeric(16,2);

alter table device_part no force row level security;
alter table device_part disable trigger user;
update device_part set stock_value = round(quantity * unit_price, 2) where quantity * unit_price < 100000000000000;
alter table device_part enable trigger user;
alter table device_part force row level security;
alter table repair_part no force row level security;
alter table repair_part disable trigger user;
update repair_part set amount = round(quantity * unit_price, 2) where quantity * unit_price < 100000000000000;
alter table repair_part enable trigger user;
alter table repair_part force row level security;

-- The value goes with the quantity at the average of that moment; entries and repairs say it themselves. The unit price is the average to the cent;
-- one that a person writes revalues the stock.
create function device_part_value() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.stock_value := coalesce(new.stock_value, round(new.quantity * new.unit_price, 2));
  elsif coalesce(current_setting('app.stock_cause', true), '') ~ '^(entry|repair) ' then
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
create trigger device_part_value before insert or update of quantity, unit_price, stock_value on device_part for each row execute function device_part_value();

create or replace function device_part_moved() returns trigger language plpgsql as $$
declare
  before integer := 0;
  after integer := case when new.is_deleted then 0 else new.quantity end;
  worth numeric := case when new.is_deleted then 0 else new.stock_value end;
  cause text := nullif(current_setting('app.stock_cause', true), '');
  kind text := coalesce(split_part(cause, ' ', 1), 'adjust');
begin
  if tg_op = 'UPDATE' then
    before := case when old.is_deleted then 0 else old.quantity end;
    worth := worth - case when old.is_deleted then 0 else coalesce(old.stock_value, 0) end;
  end if;
  if after = before then return null; end if;
  insert into public.part_movement (tenant_id, id, created_by, updated_by, item_name, part_id, movement_kind, quantity, balance, amount, entry_id, repair_id)
  values (new.tenant_id, gen_random_uuid(), new.updated_by, new.updated_by, new.part_name, new.id, kind, after - before, after,
    worth, case kind when 'entry' then split_part(cause, ' ', 2)::uuid end, case kind when 'repair' then split_part(cause, ' ', 2)::uuid end);
  return null;
end $$;
