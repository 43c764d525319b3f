-- An invoice is seen with its order, so that a change of it is told to everyone who may list invoices.
select tell_changes('purchase_invoice', 'purchaseInvoice', '');

-- Which invoice has paid an instalment. One that a person paid is not reopened with the invoice, though it may carry its number.
alter table purchase_instalment add column paid_by_invoice_id uuid;
alter table purchase_instalment add constraint purchase_instalment_paid_by_invoice_id_fk
  foreign key (tenant_id, paid_by_invoice_id) references purchase_invoice (tenant_id, id);
create index purchase_instalment_paid_by_invoice_id on purchase_instalment (tenant_id, paid_by_invoice_id);

-- What the cancelled pieces of an order cost, and by how much its instalments come to more than the rest.
alter table purchase_order add column cancelled_total numeric(16,2), add column instalment_excess numeric(16,2);

alter table purchase_instalment disable trigger user;
alter table purchase_order disable trigger user;
do $$ declare
  one text;
  before text := current_setting('app.tenant', true);
begin
  for one in select id from tenant order by id loop
    perform set_config('app.tenant', one, true);
    update purchase_instalment n set paid_by_invoice_id = i.id from purchase_invoice i
      where n.tenant_id = one and i.tenant_id = one and n.id = any(i.instalments) and not i.is_deleted and i.invoice_state = 'paid' and n.pay_state = 'paid'
        and (select e.by_rule from audit_event e where e.tenant_id = one and e.entity = 'purchaseInstalment' and e.entity_id = n.id and e.verb = 'pay'
          order by e.version desc nulls last, e.id desc limit 1) = 'purchasePosting';
    update purchase_order o set cancelled_total = c.total, instalment_excess = nullif(greatest(p.planned - o.amount_total + c.total, 0), 0)
      from (select order_id, sum(cancelled_quantity * unit_price) as total from purchase_order_line where tenant_id = one and cancelled_quantity > 0 group by order_id) c
        cross join lateral (select coalesce(sum(n.amount), 0) as planned from purchase_instalment n
          where n.tenant_id = one and n.order_id = c.order_id and n.pay_state <> 'dropped') p
      where o.tenant_id = one and o.id = c.order_id;
    -- What the forms of default roles ask, these roles may choose.
    insert into role_grant (tenant_id, role_id, right_code) select g.tenant_id, g.role_id, k.chosen from role_grant g
      join role r on r.tenant_id = g.tenant_id and r.id = g.role_id
      join (values ('warehouse_keeper', 'purchaseInvoice.submit', 'purchaseInstalment.list'), ('warehouse_keeper', 'warehouseEntry.submit', 'supplier.list'),
        ('warehouse_keeper', 'warehouseEntry.submit', 'deviceClass.list'), ('warehouse_keeper', 'warehouseEntry.submit', 'assetsCategory.list'),
        ('head', 'useAuthorisation.submit', 'deviceClass.list'), ('head', 'poolWaiting.submit', 'deviceClass.list'),
        ('keeper', 'poolWaiting.submit', 'deviceClass.list')) k(role, held, chosen) on k.role = r.default_key and k.held = g.right_code
      where g.tenant_id = one on conflict do nothing;
    -- Data scopes of invoices alone have no effect any more.
    delete from data_scope where tenant_id = one and entity = 'purchaseInvoice';
  end loop;
  perform set_config('app.tenant', coalesce(before, ''), true);
end $$;
alter table purchase_order enable trigger user;
alter table purchase_instalment enable trigger user;
