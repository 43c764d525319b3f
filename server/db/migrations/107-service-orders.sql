-- Orders that hospitals share with service providers: the hospital's row, the provider's copy with the same id in its own tenant, and proposed card changes.
alter table supplier add column provider_tenant text;
create table service_order (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  order_no text not null,
  share_state text not null,
  repair_order_id uuid,
  device_id uuid,
  use_dept_id uuid,
  provider_id uuid,
  provider_tenant text,
  contact text,
  contact_phone text,
  note text,
  shared_by_id uuid,
  shared_at timestamp with time zone,
  accepted_at timestamp with time zone,
  reminders integer,
  reminded_at timestamp with time zone,
  plan_confirm_id text,
  plan_content text,
  plan_price numeric(16,2),
  plan_date date,
  confirmed_at timestamp with time zone,
  started_at timestamp with time zone,
  work_note text,
  work_hours numeric(16,2),
  parts_note text,
  photos uuid[],
  diagnosis text,
  measures text,
  charged_price numeric(16,2),
  charged_hours numeric(16,2),
  finished_at timestamp with time zone,
  closed_at timestamp with time zone,
  reason text,
  search text generated always as (search_form(coalesce(order_no, ''))) stored,
  primary key (tenant_id, id)
);
alter table service_order add constraint service_order_repair_order_id_fk foreign key (tenant_id, repair_order_id) references repair_order (tenant_id, id);
create index service_order_repair_order_id on service_order (tenant_id, repair_order_id);
alter table service_order add constraint service_order_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index service_order_device_id on service_order (tenant_id, device_id);
alter table service_order add constraint service_order_use_dept_id_fk foreign key (tenant_id, use_dept_id) references dept (tenant_id, id);
create index service_order_use_dept_id on service_order (tenant_id, use_dept_id);
alter table service_order add constraint service_order_provider_id_fk foreign key (tenant_id, provider_id) references supplier (tenant_id, id);
create index service_order_provider_id on service_order (tenant_id, provider_id);
alter table service_order add constraint service_order_shared_by_id_fk foreign key (tenant_id, shared_by_id) references app_user (tenant_id, id);
create index service_order_shared_by_id on service_order (tenant_id, shared_by_id);
select enable_tenant_table('service_order', 'serviceOrder', 'use_dept_id, shared_by_id, created_by');

create table provider_order (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  order_no text not null,
  share_state text not null,
  hospital_name text,
  hospital text,
  device_key text,
  device_name text,
  device_model text,
  serial_no text,
  place text,
  dept_name text,
  fault text,
  urgency text,
  contact text,
  contact_phone text,
  note text,
  shared_at timestamp with time zone,
  accepted_at timestamp with time zone,
  plan_content text,
  plan_price numeric(16,2),
  plan_date date,
  confirmed_at timestamp with time zone,
  started_at timestamp with time zone,
  work_note text,
  work_hours numeric(16,2),
  parts_note text,
  photos uuid[],
  diagnosis text,
  measures text,
  finished_at timestamp with time zone,
  closed_at timestamp with time zone,
  reason text,
  search text generated always as (search_form(coalesce(order_no, '') || '|' || coalesce(hospital_name, '') || '|' || coalesce(device_name, '') || '|' || coalesce(device_model, '') || '|' || coalesce(serial_no, ''))) stored,
  primary key (tenant_id, id)
);

select enable_tenant_table('provider_order', 'providerOrder', '', 'order_no');

create table card_proposal (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  device_id uuid not null,
  field_name text not null,
  current_value text,
  proposed_value text not null,
  proposal_state text not null,
  reason text,
  provider_id uuid,
  proposed_by text,
  service_order_id uuid,
  proposed_at timestamp with time zone,
  search text generated always as (search_form(coalesce(proposed_value, ''))) stored,
  primary key (tenant_id, id)
);
alter table card_proposal add constraint card_proposal_device_id_fk foreign key (tenant_id, device_id) references device (tenant_id, id);
create index card_proposal_device_id on card_proposal (tenant_id, device_id);
alter table card_proposal add constraint card_proposal_provider_id_fk foreign key (tenant_id, provider_id) references supplier (tenant_id, id);
create index card_proposal_provider_id on card_proposal (tenant_id, provider_id);
alter table card_proposal add constraint card_proposal_service_order_id_fk foreign key (tenant_id, service_order_id) references service_order (tenant_id, id);
create index card_proposal_service_order_id on card_proposal (tenant_id, service_order_id);
select enable_tenant_table('card_proposal', 'cardProposal', '');

-- An order is with one provider at a time.
create unique index service_order_live on service_order (tenant_id, repair_order_id) where share_state not in ('done', 'declined', 'ended');
create index service_order_newest on service_order (tenant_id, created_at desc, id desc);
create index provider_order_newest on provider_order (tenant_id, created_at desc, id desc) where not is_deleted;
create index card_proposal_newest on card_proposal (tenant_id, created_at desc, id desc);
-- Tenants are looked up by their kind when an order is shared.
alter table tenant add constraint tenant_kind check (kind in ('platform', 'hospital', 'provider'));
