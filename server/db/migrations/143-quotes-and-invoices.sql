-- Quotes of suppliers for approved plans. A supplier quotes once for a plan.
create table purchase_quote (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  quote_no text not null,
  quote_state text not null,
  plan_id uuid not null,
  supplier_id uuid not null,
  quoted_on date not null,
  valid_until date,
  delivery_days integer,
  warranty_months integer,
  files uuid[],
  remark text,
  line_count integer,
  amount_total numeric(16,2),
  chosen_reason text,
  chosen_by_id uuid,
  chosen_at timestamp with time zone,
  search text generated always as (search_form(coalesce(quote_no, ''))) stored,
  primary key (tenant_id, id)
);
create unique index purchase_quote_quote_no_once on purchase_quote (tenant_id, quote_no) where not is_deleted;
create unique index purchase_quote_supplier_once on purchase_quote (tenant_id, plan_id, supplier_id) where not is_deleted;
alter table purchase_quote add constraint purchase_quote_plan_id_fk foreign key (tenant_id, plan_id) references purchase_plan (tenant_id, id);
create index purchase_quote_plan_id on purchase_quote (tenant_id, plan_id);
alter table purchase_quote add constraint purchase_quote_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_quote_supplier_id on purchase_quote (tenant_id, supplier_id);
alter table purchase_quote add constraint purchase_quote_chosen_by_id_fk foreign key (tenant_id, chosen_by_id) references app_user (tenant_id, id);
create index purchase_quote_chosen_by_id on purchase_quote (tenant_id, chosen_by_id);
alter table purchase_quote add constraint purchase_quote_period check (valid_until >= quoted_on);
select enable_tenant_table('purchase_quote', 'purchaseQuote', '', 'quote_no');

create table purchase_quote_line (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  quote_id uuid not null,
  place integer not null,
  plan_line_id uuid not null,
  item_name text,
  model text,
  manufacturer text,
  quantity integer,
  unit_price numeric(16,2) not null,
  remark text,
  search text generated always as (search_form(coalesce(item_name, '') || '|' || coalesce(model, '') || '|' || coalesce(manufacturer, ''))) stored,
  primary key (tenant_id, id)
);
alter table purchase_quote_line add constraint purchase_quote_line_quote_id_fk foreign key (tenant_id, quote_id) references purchase_quote (tenant_id, id);
create index purchase_quote_line_quote_id on purchase_quote_line (tenant_id, quote_id);
alter table purchase_quote_line add constraint purchase_quote_line_plan_line_id_fk foreign key (tenant_id, plan_line_id) references purchase_plan_line (tenant_id, id);
create index purchase_quote_line_plan_line_id on purchase_quote_line (tenant_id, plan_line_id);
select enable_tenant_table('purchase_quote_line', 'purchaseQuoteLine', '');

alter table purchase_order add column quote_id uuid, add column quote_difference numeric(16,2),
  add column single_reason text, add column single_by_id uuid, add column single_at timestamp with time zone;
alter table purchase_order add constraint purchase_order_quote_id_fk foreign key (tenant_id, quote_id) references purchase_quote (tenant_id, id);
create index purchase_order_quote_id on purchase_order (tenant_id, quote_id);
alter table purchase_order add constraint purchase_order_single_by_id_fk foreign key (tenant_id, single_by_id) references app_user (tenant_id, id);
create index purchase_order_single_by_id on purchase_order (tenant_id, single_by_id);
alter table purchase_order_line add column quoted_price numeric(16,2);

-- Invoices of orders. A supplier has a number once, an instalment is settled by one invoice.
create table purchase_invoice (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  invoice_no text not null,
  invoice_state text not null,
  order_id uuid not null,
  supplier_id uuid,
  invoice_date date not null,
  amount numeric(16,2) not null,
  tax numeric(16,2),
  instalments uuid[],
  dept_id uuid,
  files uuid[],
  remark text,
  line_count integer,
  lines_total numeric(16,2),
  price_difference numeric(16,2),
  missing_amount numeric(16,2),
  settled_total numeric(16,2),
  direct_total numeric(16,2),
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
create unique index purchase_invoice_number_once on purchase_invoice (tenant_id, supplier_id, upper(invoice_no)) where not is_deleted;
alter table purchase_invoice add constraint purchase_invoice_order_id_fk foreign key (tenant_id, order_id) references purchase_order (tenant_id, id);
create index purchase_invoice_order_id on purchase_invoice (tenant_id, order_id);
alter table purchase_invoice add constraint purchase_invoice_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_invoice_supplier_id on purchase_invoice (tenant_id, supplier_id);
alter table purchase_invoice add constraint purchase_invoice_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index purchase_invoice_dept_id on purchase_invoice (tenant_id, dept_id);
alter table purchase_invoice add constraint purchase_invoice_matched_by_id_fk foreign key (tenant_id, matched_by_id) references app_user (tenant_id, id);
create index purchase_invoice_matched_by_id on purchase_invoice (tenant_id, matched_by_id);
alter table purchase_invoice add constraint purchase_invoice_approved_by_id_fk foreign key (tenant_id, approved_by_id) references app_user (tenant_id, id);
create index purchase_invoice_approved_by_id on purchase_invoice (tenant_id, approved_by_id);
create index purchase_invoice_instalments on purchase_invoice using gin (tenant_id, instalments);
select enable_tenant_table('purchase_invoice', 'purchaseInvoice', 'dept_id, created_by', 'invoice_no');

create table purchase_invoice_line (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  invoice_id uuid not null,
  place integer not null,
  order_line_id uuid not null,
  line_name text,
  quantity integer not null,
  unit_price numeric(16,2) not null,
  amount numeric(16,2),
  order_price numeric(16,2),
  received_rest integer,
  price_difference numeric(16,2),
  missing_quantity integer,
  missing_amount numeric(16,2),
  order_id uuid,
  supplier_id uuid,
  dept_id uuid,
  invoice_date date,
  tax numeric(16,2),
  net_amount numeric(16,2),
  posted_on date,
  search text generated always as (search_form(coalesce(line_name, ''))) stored,
  primary key (tenant_id, id)
);
alter table purchase_invoice_line add constraint purchase_invoice_line_invoice_id_fk foreign key (tenant_id, invoice_id) references purchase_invoice (tenant_id, id);
create index purchase_invoice_line_invoice_id on purchase_invoice_line (tenant_id, invoice_id);
alter table purchase_invoice_line add constraint purchase_invoice_line_order_line_id_fk foreign key (tenant_id, order_line_id) references purchase_order_line (tenant_id, id);
create index purchase_invoice_line_order_line_id on purchase_invoice_line (tenant_id, order_line_id);
alter table purchase_invoice_line add constraint purchase_invoice_line_order_id_fk foreign key (tenant_id, order_id) references purchase_order (tenant_id, id);
create index purchase_invoice_line_order_id on purchase_invoice_line (tenant_id, order_id);
alter table purchase_invoice_line add constraint purchase_invoice_line_supplier_id_fk foreign key (tenant_id, supplier_id) references supplier (tenant_id, id);
create index purchase_invoice_line_supplier_id on purchase_invoice_line (tenant_id, supplier_id);
alter table purchase_invoice_line add constraint purchase_invoice_line_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index purchase_invoice_line_dept_id on purchase_invoice_line (tenant_id, dept_id);
select enable_tenant_table('purchase_invoice_line', 'purchaseInvoiceLine', '');

-- What figures of purchases ask of a card that came in: when, for which department, of which class and model.
alter table purchase_origin add column entered_on date, add column dept_id uuid, add column device_class_id uuid, add column model_key text;
alter table purchase_origin add constraint purchase_origin_dept_id_fk foreign key (tenant_id, dept_id) references dept (tenant_id, id);
create index purchase_origin_dept_id on purchase_origin (tenant_id, dept_id);
alter table purchase_origin add constraint purchase_origin_device_class_id_fk foreign key (tenant_id, device_class_id) references device_class (tenant_id, id);
create index purchase_origin_device_class_id on purchase_origin (tenant_id, device_class_id);
create index purchase_origin_model_key on purchase_origin (tenant_id, model_key);

-- The class follows the card.
create function purchase_origin_class() returns trigger language plpgsql as $$ begin
  new.device_class_id := (select d.classify_id from public.device d where d.tenant_id = new.tenant_id and d.id = new.device_id);
  return new;
end $$;
create trigger purchase_origin_class before insert or update on purchase_origin for each row execute function purchase_origin_class();
create function purchase_origin_class_of_device() returns trigger language plpgsql as $$ begin
  update public.purchase_origin set device_id = device_id where tenant_id = new.tenant_id and device_id = new.id;
  return null;
end $$;
create trigger purchase_origin_class_of_device after update on device for each row when (old.classify_id is distinct from new.classify_id)
  execute function purchase_origin_class_of_device();

-- The cards that came before. Nobody is told of it.
alter table purchase_origin disable trigger user;
do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one, true);
    update purchase_origin g set entered_on = e.entry_date, dept_id = e.dept_id, device_class_id = d.classify_id,
        model_key = md5(search_form(l.item_name) || '|' || search_form(coalesce(l.model, '')))
      from warehouse_entry e join warehouse_entry_line l on l.tenant_id = e.tenant_id and l.entry_id = e.id, device d
      where g.tenant_id = one and e.tenant_id = one and e.id = g.entry_id and g.device_id = any(l.cards) and d.tenant_id = one and d.id = g.device_id;
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
alter table purchase_origin enable trigger user;

-- Plans above the limit of a hospital wait for an approval; what they bring is ordered meanwhile.
alter table purchase_plan add column approval_node text;
do $$ begin
  execute replace(pg_get_functiondef('count_ordered(text, uuid[])'::regprocedure), $a$('draft', 'approved')$a$, $a$('draft', 'approving', 'approved')$a$);
end $$;
