-- Several roles per person. The first one is a column as before, the others a list beside it; `user_role` holds all of them and is written by the trigger alone.
alter table app_user add more_roles uuid[];
create table user_role (
  tenant_id text collate "C" not null,
  user_id uuid not null,
  role_id uuid not null,
  primary key (tenant_id, user_id, role_id),
  constraint user_role_user_fk foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade,
  constraint user_role_role_fk foreign key (tenant_id, role_id) references role (tenant_id, id)
);
create index user_role_role on user_role (tenant_id, role_id);

create function keep_user_roles() returns trigger language plpgsql as $$
declare held uuid[] := new.role_id || coalesce(new.more_roles, '{}');
begin
  delete from user_role where tenant_id = new.tenant_id and user_id = new.id and role_id <> all(held);
  insert into user_role (tenant_id, user_id, role_id) select distinct new.tenant_id, new.id, unnest(held) on conflict do nothing;
  return null;
end $$;
create trigger app_user_roles_added after insert on app_user for each row execute function keep_user_roles();
create trigger app_user_roles_changed after update of role_id, more_roles on app_user for each row
  when (old.role_id is distinct from new.role_id or old.more_roles is distinct from new.more_roles) execute function keep_user_roles();
drop trigger app_user_epoch on app_user;
create trigger app_user_epoch after insert or delete or update of account, real_name, dept_id, role_id, more_roles, status, must_change, person_id, is_deleted on app_user
  for each statement execute function bump_epoch();

do $$ declare t text; begin
  for t in select id from tenant order by id loop
    perform set_config('app.tenant', t, true);
    insert into user_role (tenant_id, user_id, role_id) select tenant_id, id, role_id from app_user where tenant_id = t;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

alter table user_role enable row level security;
alter table user_role force row level security;
create policy tenant on user_role using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));

-- Whose rows of one entity a role sees; without a rule the data scope of the role holds, as before.
create table data_scope (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  role_id uuid not null,
  entity text not null,
  reach text not null,
  depts uuid[],
  conditions jsonb,
  primary key (tenant_id, id)
);
alter table data_scope add constraint data_scope_role_id_fk foreign key (tenant_id, role_id) references role (tenant_id, id);
create index data_scope_role_id on data_scope (tenant_id, role_id);
create unique index data_scope_once on data_scope (tenant_id, role_id, entity);
alter table data_scope enable row level security;
alter table data_scope force row level security;
create policy tenant on data_scope using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger data_scope_epoch after insert or update or delete on data_scope for each statement execute function bump_epoch();

-- Menu, top menus and packages: the rows of the platform's own tenant count for all.
create table menu (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  path text collate "C" not null,
  menu_name text not null,
  name_en text not null,
  code text not null,
  parent_id uuid,
  address text,
  icon text,
  sort integer,
  is_hidden smallint,
  remark text,
  search text generated always as (lower(coalesce(menu_name, '') || '|' || coalesce(name_en, ''))) stored,
  primary key (tenant_id, id)
);
create unique index menu_code_once on menu (tenant_id, code) where not is_deleted;
alter table menu add constraint menu_parent_id_fk foreign key (tenant_id, parent_id) references menu (tenant_id, id);
create index menu_parent_id on menu (tenant_id, parent_id);
create index menu_path on menu (tenant_id, path);
alter table menu enable row level security;
alter table menu force row level security;
create policy tenant on menu using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger menu_names after update on menu deferrable initially deferred
  for each row when (old.menu_name is distinct from new.menu_name) execute function bump_names();
create constraint trigger menu_names_gone after delete on menu deferrable initially deferred for each row execute function bump_names();

create table top_menu (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  name text not null,
  name_en text not null,
  code text not null,
  source text,
  sort integer,
  menus uuid[],
  search text generated always as (lower(coalesce(name, '') || '|' || coalesce(name_en, ''))) stored,
  primary key (tenant_id, id)
);
create unique index top_menu_code_once on top_menu (tenant_id, code) where not is_deleted;
alter table top_menu enable row level security;
alter table top_menu force row level security;
create policy tenant on top_menu using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger top_menu_names after update on top_menu deferrable initially deferred
  for each row when (old.name is distinct from new.name) execute function bump_names();
create constraint trigger top_menu_names_gone after delete on top_menu deferrable initially deferred for each row execute function bump_names();

create table tenant_package (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  package_name text not null,
  menu_id uuid[] not null,
  remark text,
  search text generated always as (lower(coalesce(package_name, ''))) stored,
  primary key (tenant_id, id)
);
create unique index tenant_package_package_name_once on tenant_package (tenant_id, package_name) where not is_deleted;
alter table tenant_package enable row level security;
alter table tenant_package force row level security;
create policy tenant on tenant_package using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger tenant_package_names after update on tenant_package deferrable initially deferred
  for each row when (old.package_name is distinct from new.package_name) execute function bump_names();
create constraint trigger tenant_package_names_gone after delete on tenant_package deferrable initially deferred for each row execute function bump_names();


do $$ declare t text; begin
  foreach t in array array['menu', 'top_menu', 'tenant_package'] loop
    execute format('create trigger %I_epoch after insert or update or delete on %I for each statement execute function bump_epoch()', t, t);
  end loop;
end $$;

-- The package of a tenant, and the codes it comes to: read with every session of the tenant, written by the platform only. Empty: everything.
alter table tenant add package_id uuid, add menu_codes text[];

-- Items that a role does not show; its rights stay.
create table role_hidden_menu (
  tenant_id text collate "C" not null,
  role_id uuid not null,
  code text not null,
  primary key (tenant_id, role_id, code),
  constraint role_hidden_menu_role_fk foreign key (tenant_id, role_id) references role (tenant_id, id)
);
alter table role_hidden_menu enable row level security;
alter table role_hidden_menu force row level security;
create policy tenant on role_hidden_menu using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger role_hidden_menu_epoch after insert or update or delete on role_hidden_menu for each statement execute function bump_epoch();
