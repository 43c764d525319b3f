-- Plans of providers above the limit of a hospital wait for an approval.
alter table service_order add column plan_level text;
alter table service_order add column approval_node text;
update service_order set plan_level = 'within' where share_state = 'planned';

-- Messages between the people of both sides of a shared order: a row in each tenant with the same id.
create table order_message (
  tenant_id text collate "C" not null, id uuid not null, version integer not null default 1,
  created_by uuid, created_at timestamp with time zone not null default now(), updated_by uuid, updated_at timestamp with time zone not null default now(),
  order_id text not null,
  side text not null,
  content text not null,
  author_name text not null,
  author_id uuid,
  sent_at timestamp with time zone not null,
  primary key (tenant_id, id)
);
alter table order_message add constraint order_message_author_id_fk foreign key (tenant_id, author_id) references app_user (tenant_id, id);
create index order_message_author_id on order_message (tenant_id, author_id);
create index order_message_order on order_message (tenant_id, order_id, sent_at);
select enable_tenant_table('order_message', 'orderMessage', '');
