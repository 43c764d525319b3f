-- Orders of approved plans with their lines and instalments, arrivals with what their acceptance found, and by which of them a card came.
create table purchase_order (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  order_no text not null,
  order_status text not null,
  plan_id uuid not null,
  supplier_id uuid not null,
  warehouse_id uuid not null,
  delivery_due date,
  warranty_months integer,
  contract_no text,
  contract_date date,
  payment_terms text,
  files uuid[],
  remark text,
  dept_id uuid,
  receive_dept_id uuid,
  line_count integer,
  quantity_total integer,
  received_total integer,
  amount_total numeric(16,2),
  instalment_count integer,
  instalment_total numeric(16,2),
  placed_by_id uuid,
  placed_at timestamp with time zone,
  arrived_at timestamp with time zone,
  closed_at timestamp with time zone,
  end_reason text,
  search text generated always as (search_form(coalesce(order_no, '') || '|' || coalesce(contract_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index purchase_order_order_no_once on purchase_order (tenant_id, order_no) where not is_deleted;
alter table purchase_order add constraint purchase_order_plan_id_fk foreign key (tenant_id, plan_id) references purchase_plan (tenant_id, id);
create index purchase_order_plan_id on purchase_order (tenant_id, plan_id);
alter table purchase_order add constraint purchase_order_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_order_supplier_id on purchase_order (tenant_id, supplier_id);
alter table purchase_order add constraint purchase_order_warehouse_id_fk foreign key (tenant_id, warehouse_id) references warehouse (tenant_id, id);
create index purchase_order_warehouse_id on purchase_order (tenant_id, warehouse_id);
alter table purchase_order add constraint purchase_order_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index purchase_order_dept_id on purchase_order (tenant_id, dept_id);
alter table purchase_order add constraint purchase_order_receive_dept_id_fk foreign key (tenant_id, receive_dept_id) references dept (tenant_id, id);
create index purchase_order_receive_dept_id on purchase_order (tenant_id, receive_dept_id);
alter table purchase_order add constraint purchase_order_placed_by_id_fk foreign key (tenant_id, placed_by_id) references app_user (tenant_id, id);
create index purchase_order_placed_by_id on purchase_order (tenant_id, placed_by_id);
select enable_tenant_table('purchase_order', 'purchaseOrder', 'dept_id, receive_dept_id, created_by', 'order_no');

create table purchase_order_line (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  order_id uuid not null,
  place integer not null,
  item_name text not null,
  model text,
  manufacturer text,
  registration_no text,
  quantity integer not null,
  unit_price numeric(16,2) not null,
  warranty_months integer,
  received_quantity integer,
  cancelled_quantity integer,
  search text generated always as (search_form(coalesce(item_name, '') || '|' || coalesce(model, '') || '|' || coalesce(manufacturer, ''))) stored,
  primary key (tenant_id, id)
);
alter table purchase_order_line add constraint purchase_order_line_order_id_fk foreign key (tenant_id, order_id) references purchase_order (tenant_id, id);
create index purchase_order_line_order_id on purchase_order_line (tenant_id, order_id);
select enable_tenant_table('purchase_order_line', 'purchaseOrderLine', '');

create table purchase_instalment (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  order_id uuid not null,
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
alter table purchase_instalment add constraint purchase_instalment_order_id_fk foreign key (tenant_id, order_id) references purchase_order (tenant_id, id);
create index purchase_instalment_order_id on purchase_instalment (tenant_id, order_id);
alter table purchase_instalment add constraint purchase_instalment_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_instalment_supplier_id on purchase_instalment (tenant_id, supplier_id);
select enable_tenant_table('purchase_instalment', 'purchaseInstalment', '');

create table order_arrival (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  arrival_no text not null,
  arrival_state text not null,
  order_id uuid not null,
  received_on date not null,
  delivery_note text,
  files uuid[],
  remark text,
  supplier_id uuid,
  received_by_id uuid,
  received_total integer,
  refused_total integer,
  accepted_on date,
  accepted_by_id uuid,
  packing text,
  accessories text,
  power_on text,
  functions text,
  documents text,
  training text,
  acceptance_note text,
  dept_signer text,
  dept_signature uuid[],
  engineer_signer text,
  engineer_signature uuid[],
  supplier_signer text,
  supplier_signature uuid[],
  search text generated always as (search_form(coalesce(arrival_no, '') || '|' || coalesce(delivery_note, ''))) stored,
  primary key (tenant_id, id)
);
create unique index order_arrival_arrival_no_once on order_arrival (tenant_id, arrival_no) where not is_deleted;
alter table order_arrival add constraint order_arrival_order_id_fk foreign key (tenant_id, order_id) references purchase_order (tenant_id, id);
create index order_arrival_order_id on order_arrival (tenant_id, order_id);
alter table order_arrival add constraint order_arrival_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index order_arrival_supplier_id on order_arrival (tenant_id, supplier_id);
alter table order_arrival add constraint order_arrival_received_by_id_fk foreign key (tenant_id, received_by_id) references app_user (tenant_id, id);
create index order_arrival_received_by_id on order_arrival (tenant_id, received_by_id);
alter table order_arrival add constraint order_arrival_accepted_by_id_fk foreign key (tenant_id, accepted_by_id) references app_user (tenant_id, id);
create index order_arrival_accepted_by_id on order_arrival (tenant_id, accepted_by_id);
select enable_tenant_table('order_arrival', 'orderArrival', '', 'arrival_no');

create table order_arrival_line (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  arrival_id uuid not null,
  place integer not null,
  order_line_id uuid not null,
  item_name text,
  received_quantity integer not null,
  refused_quantity integer,
  refuse_reason text,
  serials text,
  search text generated always as (search_form(coalesce(item_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table order_arrival_line add constraint order_arrival_line_arrival_id_fk foreign key (tenant_id, arrival_id) references order_arrival (tenant_id, id);
create index order_arrival_line_arrival_id on order_arrival_line (tenant_id, arrival_id);
alter table order_arrival_line add constraint order_arrival_line_order_line_id_fk foreign key (tenant_id, order_line_id) references purchase_order_line (tenant_id, id);
create index order_arrival_line_order_line_id on order_arrival_line (tenant_id, order_line_id);
select enable_tenant_table('order_arrival_line', 'orderArrivalLine', '');

create table purchase_origin (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  card_title text not null,
  device_id uuid not null,
  entry_id uuid not null,
  arrival_id uuid,
  order_id uuid,
  plan_id uuid,
  budget_id uuid,
  supplier_id uuid,
  unit_price numeric(16,2),
  search text generated always as (search_form(coalesce(card_title, '')) || pinyin_form(coalesce(card_title, ''))) stored,
  primary key (tenant_id, id)
);
alter table purchase_origin add constraint purchase_origin_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index purchase_origin_device_id on purchase_origin (tenant_id, device_id);
alter table purchase_origin add constraint purchase_origin_entry_id_fk foreign key (tenant_id, entry_id) references warehouse_entry (tenant_id, id);
create index purchase_origin_entry_id on purchase_origin (tenant_id, entry_id);
alter table purchase_origin add constraint purchase_origin_arrival_id_fk foreign key (tenant_id, arrival_id) references order_arrival (tenant_id, id);
create index purchase_origin_arrival_id on purchase_origin (tenant_id, arrival_id);
alter table purchase_origin add constraint purchase_origin_order_id_fk foreign key (tenant_id, order_id) references purchase_order (tenant_id, id);
create index purchase_origin_order_id on purchase_origin (tenant_id, order_id);
alter table purchase_origin add constraint purchase_origin_plan_id_fk foreign key (tenant_id, plan_id) references purchase_plan (tenant_id, id);
create index purchase_origin_plan_id on purchase_origin (tenant_id, plan_id);
alter table purchase_origin add constraint purchase_origin_budget_id_fk foreign key (tenant_id, budget_id) references purchase_budget (tenant_id, id);
create index purchase_origin_budget_id on purchase_origin (tenant_id, budget_id);
alter table purchase_origin add constraint purchase_origin_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_origin_supplier_id on purchase_origin (tenant_id, supplier_id);
select enable_tenant_table('purchase_origin', 'purchaseOrigin', '');
create function purchase_origin_card_title() returns trigger language plpgsql as $$ begin new.card_title := left(concat_ws(' ', (select l.device_name from public.device l where l.tenant_id = new.tenant_id and l.id = new.device_id)), 140); return new; end $$;
create trigger purchase_origin_card_title before insert or update on purchase_origin for each row execute function purchase_origin_card_title();
create function purchase_origin_card_title_by_device_id() returns trigger language plpgsql as $$ begin update public.purchase_origin set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id; return null; end $$;
create trigger purchase_origin_card_title_by_device_id after update on device for each row when (old.device_name is distinct from new.device_name) execute function purchase_origin_card_title_by_device_id();

alter table warehouse_entry add column arrival_id uuid, add column acceptance_date date;
alter table warehouse_entry add constraint warehouse_entry_arrival_id_fk foreign key (tenant_id, arrival_id) references order_arrival (tenant_id, id);
create index warehouse_entry_arrival_id on warehouse_entry (tenant_id, arrival_id);
alter table warehouse_entry_line add column serials text;

-- A delivery is entered once, unless its entry was cancelled.
create unique index warehouse_entry_of_arrival on warehouse_entry (tenant_id, arrival_id)
  where arrival_id is not null and not is_deleted and entry_status <> 'cancelled';
create index purchase_order_newest on purchase_order (tenant_id, created_at desc, id desc) where not is_deleted;
create index order_arrival_newest on order_arrival (tenant_id, created_at desc, id desc) where not is_deleted;
create index purchase_instalment_due on purchase_instalment (tenant_id, due_on) where pay_state = 'open';

-- The cards of entries that are there.
do $$ declare
  one record;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one.id, true);
    insert into purchase_origin (tenant_id, id, created_by, updated_by, created_at, device_id, entry_id, plan_id, budget_id, supplier_id, unit_price)
    select e.tenant_id, gen_random_uuid(), e.decided_by_id, e.decided_by_id, d.created_at, d.id, e.id, e.plan_id, p.budget_id, e.supplier_id, l.unit_price
    from warehouse_entry e join warehouse_entry_line l on l.tenant_id = e.tenant_id and l.entry_id = e.id
      join device d on d.tenant_id = l.tenant_id and d.id = any(l.cards) and not d.is_deleted
      left join purchase_plan p on p.tenant_id = e.tenant_id and p.id = e.plan_id
    where e.tenant_id = one.id and e.entry_status = 'done' and not e.is_deleted;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
