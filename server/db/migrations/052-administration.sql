create table code_form (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  is_deleted boolean not null default false,
  entity_name text not null,
  word_zh text not null,
  word_en text not null,
  module text not null,
  menu_group text,
  scope_field text,
  readers text[],
  writers text[],
  field_count integer,
  remark text,
  search text generated always as (lower(coalesce(entity_name, '') || '|' || coalesce(word_zh, '') || '|' || coalesce(word_en, ''))) stored,
  primary key (tenant_id, id)
);
create unique index code_form_entity_name_once on code_form (tenant_id, entity_name) where not is_deleted;
alter table code_form enable row level security;
alter table code_form force row level security;
create policy tenant on code_form using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create constraint trigger code_form_names after update on code_form deferrable initially deferred
  for each row when (old.entity_name is distinct from new.entity_name) execute function bump_names();
create constraint trigger code_form_names_gone after delete on code_form deferrable initially deferred for each row execute function bump_names();
create trigger code_form_live_insert after insert on code_form referencing new table as n for each statement execute function live_change('codeForm', '');
create trigger code_form_live_update after update on code_form referencing new table as n old table as o for each statement execute function live_change('codeForm', '');
create trigger code_form_live_delete after delete on code_form referencing old table as o for each statement execute function live_change('codeForm', '');

create table code_field (
  tenant_id text collate "C" not null,
  id uuid not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamp with time zone not null default now(),
  updated_by uuid,
  updated_at timestamp with time zone not null default now(),
  form_id uuid not null,
  place integer not null,
  field_name text not null,
  word_zh text not null,
  word_en text not null,
  kind text not null,
  is_required smallint,
  is_listed smallint,
  is_searched smallint,
  is_unique smallint,
  max_size integer,
  detail text,
  primary key (tenant_id, id)
);
alter table code_field add constraint code_field_form_id_fk foreign key (tenant_id, form_id) references code_form (tenant_id, id);
create index code_field_form_id on code_field (tenant_id, form_id);
alter table code_field enable row level security;
alter table code_field force row level security;
create policy tenant on code_field using (tenant_id = (select nullif(current_setting('app.tenant', true), '')));
create trigger code_field_live_insert after insert on code_field referencing new table as n for each statement execute function live_change('codeField', '');
create trigger code_field_live_update after update on code_field referencing new table as n old table as o for each statement execute function live_change('codeField', '');
create trigger code_field_live_delete after delete on code_field referencing old table as o for each statement execute function live_change('codeField', '');


-- Since when a person has a role and a role has a right, by whom, and when an auditor has looked at it last. What stood before keeps what is known.
alter table user_role add column since timestamp with time zone, add column granted_by uuid,
  add column reviewed_at timestamp with time zone, add column reviewed_by uuid;
alter table role_grant add column since timestamp with time zone, add column granted_by uuid;
do $$ declare t text; begin
  for t in select id from tenant order by id loop
    perform set_config('app.tenant', t, true);
    update user_role ur set since = u.created_at, granted_by = u.created_by from app_user u
      where ur.tenant_id = t and u.tenant_id = t and u.id = ur.user_id and not exists (select 1 from audit_event e
        where e.tenant_id = t and e.entity = 'user' and e.entity_id = u.id and e.changes ?| array['roleId', 'moreRoles']);
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
alter table user_role alter column since set default now();
alter table role_grant alter column since set default now();
create or replace function keep_user_roles() returns trigger language plpgsql as $$
declare held uuid[] := new.role_id || coalesce(new.more_roles, '{}');
begin
  delete from user_role where tenant_id = new.tenant_id and user_id = new.id and role_id <> all(held);
  insert into user_role (tenant_id, user_id, role_id, granted_by)
    select distinct new.tenant_id, new.id, h, coalesce(new.updated_by, new.created_by) from unnest(held) h on conflict do nothing;
  return null;
end $$;
