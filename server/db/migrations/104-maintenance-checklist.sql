-- A plan names the checklist that is filled with each of its orders.
alter table device_plan add column template_id uuid;
alter table device_plan add constraint device_plan_template_id_fk foreign key (tenant_id, template_id) references checklist_template (tenant_id, id);
create index device_plan_template_id on device_plan (tenant_id, template_id);
alter table maintain_order add column checklist_id uuid;
alter table maintain_order add constraint maintain_order_checklist_id_fk foreign key (tenant_id, checklist_id) references checklist_task (tenant_id, id);
create index maintain_order_checklist_id on maintain_order (tenant_id, checklist_id);

-- The day on which an order is planned to be done, which its calendar shows.
alter table maintain_order add column scheduled_on date;
create index maintain_order_scheduled on maintain_order (tenant_id, scheduled_on);
