-- Searches of lists that people keep under a name; with a role they are also offered to the people who hold it.
create table saved_filter (
  tenant_id text collate "C" not null,
  id uuid not null,
  user_id uuid not null,
  entity text not null,
  name text not null,
  search text not null,
  role_id uuid,
  updated_at timestamp with time zone not null default now(),
  primary key (tenant_id, id)
);
create unique index saved_filter_name on saved_filter (tenant_id, user_id, entity, name);
create index saved_filter_role on saved_filter (tenant_id, role_id, entity) where role_id is not null;
alter table saved_filter enable row level security;
alter table saved_filter force row level security;
create policy tenant on saved_filter using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Which of them a list of a person begins with.
create table default_filter (
  tenant_id text collate "C" not null,
  user_id uuid not null,
  entity text not null,
  filter_id uuid not null,
  primary key (tenant_id, user_id, entity),
  foreign key (tenant_id, filter_id) references saved_filter (tenant_id, id) on delete cascade
);
create index default_filter_filter on default_filter (tenant_id, filter_id);
alter table default_filter enable row level security;
alter table default_filter force row level security;
create policy tenant on default_filter using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
